import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/* For a phone in the rain: targets of 56 px and contrast of 7:1. */

export const sums = parts.style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fit, minmax(7rem, 1fr))",
  gap: vars.s8,
  margin: 0,
  padding: 0,
  listStyle: "none",
});
export const sum = parts.style({
  display: "grid",
  justifyItems: "center",
  alignContent: "center",
  width: "100%",
  minHeight: "56px",
  padding: vars.s8,
  border: `2px solid ${vars.ink}`,
  borderRadius: vars.rControl,
  background: vars.surface,
  color: vars.ink,
  font: "inherit",
  fontWeight: 600,
  lineHeight: 1.25,
  fontVariantNumeric: "tabular-nums",
  cursor: "pointer",
});
parts.rule(`${sum} > small`, { fontSize: vars.t16, fontWeight: 400 });
