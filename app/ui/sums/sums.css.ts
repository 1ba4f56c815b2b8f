import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const sums = parts.style({ display: "grid", gap: vars.s12 });
export const line = parts.style({ display: "flex", justifyContent: "space-between", gap: vars.s16 });
export const total = parts.style({
  paddingTop: vars.s12,
  borderTop: `1px solid ${vars.line}`,
  fontWeight: 700,
  fontSize: vars.t20,
});
parts.rule(`${sums} dd`, { fontVariantNumeric: "tabular-nums lining-nums", whiteSpace: "nowrap", flexShrink: 0 });
export const thousandth = parts.style({ color: vars.softInk, fontSize: ".7em", fontWeight: 400 });
