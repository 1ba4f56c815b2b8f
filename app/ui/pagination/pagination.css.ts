import { below640, forcedColours } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const pagination = parts.style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "center",
  gap: "2px",
  fontVariantNumeric: "tabular-nums lining-nums",
});
parts.rule(`${pagination} > *`, {
  display: "grid",
  placeItems: "center",
  minWidth: vars.touch,
  minHeight: vars.touch,
  borderRadius: vars.rControl,
  color: "inherit",
  textDecoration: "none",
  fontWeight: 600,
});
/** Seven places and more must stay on one line of a phone, inside a panel too. */
export const long = parts.style({});
parts.rule(`${pagination}${long} > *`, { "@media": { [below640]: { minWidth: "30px" } } });
export const gap = parts.style({ color: vars.softInk });
parts.rule(`${pagination}${long} > ${gap}`, { minWidth: "20px", "@media": { [below640]: { minWidth: "20px" } } });
parts.rule(`${pagination} > a:hover`, { background: vars.leafWash });
parts.rule(`${pagination} > [aria-current]`, {
  background: vars.leaf,
  color: vars.onLeaf,
  "@media": { [forcedColours]: { border: "2px solid Highlight" } },
});
parts.rule(`${pagination} > [aria-disabled]`, { color: vars.edge });
