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
/** On a round ground, as large as a picture would be. */
export const drawing = parts.style({
  display: "grid",
  placeItems: "center",
  width: "112px",
  height: "112px",
  marginBottom: vars.s8,
  borderRadius: vars.rPill,
  background: vars.leafWash,
  color: vars.leaf,
});
parts.rule(`${drawing} svg`, { width: "48px", height: "48px", strokeWidth: 1.5 });
parts.rule(`${empty} > p`, { maxWidth: "60ch" });
export const action = parts.style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "center",
  alignItems: "center",
  gap: `${vars.s8} ${vars.s16}`,
  marginTop: vars.s8,
});
