import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const chart = parts.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.s4,
  fontSize: vars.t13,
  color: vars.softInk,
  fontVariantNumeric: "tabular-nums lining-nums",
});
export const drawing = parts.style({ width: "100%", height: "180px", borderBottom: `1px solid ${vars.edge}` });
parts.rule(`${drawing} > line`, { stroke: vars.line });
parts.rule(`${drawing} rect`, { fill: vars.leaf });
parts.rule(`${drawing} > g:hover > rect`, { fill: vars.leafDark });
parts.rule(`${drawing} > g > rect:first-of-type`, { fill: "transparent" });
export const ends = parts.style({ display: "flex", justifyContent: "space-between", gap: vars.s16 });

export const share = parts.style({
  width: "100%",
  minWidth: "5rem",
  height: "10px",
  borderRadius: "5px",
  background: vars.leafWash,
});
parts.rule(`${share} > rect`, { fill: vars.leaf });
