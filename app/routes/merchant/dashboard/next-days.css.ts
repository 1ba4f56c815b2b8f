import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const days = screens.style({
  display: "grid",
  // The width depends on the font size, so that larger letters get wider days.
  gridTemplateColumns: "repeat(auto-fit, minmax(3.75rem, 1fr))",
  gap: vars.s8,
  margin: 0,
  padding: 0,
  listStyle: "none",
});
export const day = screens.style({
  display: "grid",
  justifyItems: "center",
  minHeight: "56px",
  padding: vars.s4,
  border: `1px solid ${vars.line}`,
  borderRadius: vars.rControl,
  color: vars.softInk,
  fontSize: vars.t14,
  textDecoration: "none",
});
screens.rule(`a${day}`, { borderColor: vars.edge, color: vars.ink });
screens.rule(`a${day}:hover`, { borderColor: vars.leaf, background: vars.leafWash });
screens.rule(`${day} > b`, { fontSize: vars.t20 });
