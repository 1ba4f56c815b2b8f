import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const empty = parts.style({
  display: "grid",
  justifyItems: "center",
  gap: vars.s8,
  padding: `${vars.s32} ${vars.s16}`,
  textAlign: "center",
});
parts.rule(`${empty} img`, { width: "96px" });
export const action = parts.style({ marginTop: vars.s8 });
