import { from640 } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** One under the other on a phone, side by side from 640 px on. */
export const both = parts.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  columnGap: vars.s24,
  "@media": { [from640]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" } },
});
parts.rule(`${both} > legend`, { gridColumn: "1 / -1" });

/** A description may be long: it keeps its lines, and never widens the page. */
export const text = parts.style({
  minWidth: 0,
  maxHeight: "12rem",
  overflow: "auto",
  overflowWrap: "anywhere",
  whiteSpace: "pre-line",
});
