import { createVar } from "@vanilla-extract/css";
import { forcedColours } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

const share = createVar();
/** A star from its left tip around, in pixels of a square of 14. */
const STAR = [
  [1, 5.5],
  [5.2, 5],
  [7, 1.2],
  [8.8, 5],
  [13, 5.5],
  [9.8, 8.4],
  [10.7, 12.5],
  [7, 10.4],
  [3.3, 12.5],
  [4.2, 8.4],
  [1, 5.5],
];
/**
 * Five stars in one outline. Between them it goes there and back on the same line, which encloses nothing. If a drawing
 * is a mask, a browser treats it as a document of its own, and each row of stars as a picture of it.
 */
const fiveStars = `polygon(${[0, 14, 28, 42, 56]
  .flatMap((left) => STAR.map(([x = 0, y]) => `${Number((left + x).toFixed(1))}px ${y}px`))
  .join()})`;

export const stars = parts.style({
  display: "flex",
  alignItems: "center",
  gap: "6px",
  fontSize: vars.t13,
  color: vars.softInk,
  vars: { [share]: "100%" },
  "::before": {
    content: "",
    width: "70px",
    height: "14px",
    background: `linear-gradient(90deg, ${vars.honey} ${share}, ${vars.line} 0)`,
    clipPath: fiveStars,
  },
  "@media": { [forcedColours]: { "::before": { forcedColorAdjust: "none" } } },
  selectors: { "[dir=rtl] &::before": { transform: "scaleX(-1)" } },
});
// The policy forbids inline styles, so the share of filled stars comes from the attribute.
for (const rating of [1, 2, 3, 4]) {
  parts.rule(`${stars}[data-r="${rating}"]`, { vars: { [share]: `${rating * 20}%` } });
}
