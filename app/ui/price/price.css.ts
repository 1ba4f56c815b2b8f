import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const price = parts.style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "baseline",
  gap: `0 ${vars.s8}`,
  fontWeight: 700,
  fontSize: "1.125rem",
  fontVariantNumeric: "tabular-nums lining-nums",
  lineHeight: 1.25,
  overflowWrap: "anywhere",
});
export const large = parts.style({ selectors: { [`${price}&`]: { fontSize: vars.t31 } } });
export const was = parts.style({ fontWeight: 400, fontSize: vars.t14, color: vars.softInk });
parts.rule(`${large} ${was}`, { fontSize: vars.t20 });
export const lead = parts.style({ fontWeight: 400, fontSize: vars.t14 });
export const unit = parts.style({ fontSize: vars.t13, color: vars.softInk, fontVariantNumeric: "tabular-nums" });
