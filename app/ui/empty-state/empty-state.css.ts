import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const empty = parts.style({
  display: "grid",
  justifyItems: "center",
  gap: vars.s8,
  padding: `${vars.s32} ${vars.s16}`,
  textAlign: "center",
});
parts.rule(`${empty} img`, { width: "112px", marginBottom: vars.s8, borderRadius: vars.rCard });
parts.rule(`${empty} > p`, { maxWidth: "60ch" });
export const action = parts.style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "center",
  alignItems: "center",
  gap: `${vars.s8} ${vars.s16}`,
  marginTop: vars.s8,
});
