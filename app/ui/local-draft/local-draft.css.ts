import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const offer = parts.style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: vars.s12,
  marginBlock: vars.s12,
  padding: vars.s12,
  border: `1px solid ${vars.line}`,
  borderRadius: vars.rCard,
  background: vars.honeyWash,
  color: vars.honeyDark,
});
export const choice = parts.style({ display: "flex", gap: vars.s8 });
export const saved = parts.style({
  margin: 0,
  alignSelf: "center",
  marginInlineEnd: "auto",
  color: vars.softInk,
  fontSize: vars.t14,
});
