import { from640 } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** Four in a row on a phone; on a desktop as many as there are, up to ten, so that none is alone in a second row. */
export const tiles = parts.style({
  display: "grid",
  gridTemplateColumns: "repeat(4, minmax(0, 1fr))",
  gap: `${vars.s16} ${vars.s8}`,
  "@media": { [from640]: { gridTemplateColumns: "repeat(auto-fit, minmax(6.5rem, 1fr))", gap: vars.s16 } },
});
/** A square picture with the name below it. */
export const tile = parts.style({
  display: "grid",
  gap: vars.s8,
  color: vars.ink,
  fontSize: vars.t13,
  fontWeight: 500,
  lineHeight: 1.2,
  textAlign: "center",
  textDecoration: "none",
  overflowWrap: "anywhere",
  ":hover": { color: vars.leafDark, textDecoration: "underline" },
  "@media": { [from640]: { fontSize: vars.t16 } },
});
