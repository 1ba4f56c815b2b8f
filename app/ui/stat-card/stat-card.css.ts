import { from900 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const stats = screens.style({
  display: "grid",
  // Two in a line on a phone, and one on the narrowest or where text is large.
  gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 9rem), 1fr))",
  gap: vars.s12,
  "@media": { [from900]: { gridTemplateColumns: "repeat(4, 1fr)", gap: vars.s16 } },
});
export const stat = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.s4,
  alignContent: "start",
  padding: vars.s16,
  overflow: "hidden",
});
export const figure = screens.style({
  font: `600 ${vars.t25}/1.2 ${vars.sans}`,
  fontVariantNumeric: "tabular-nums lining-nums",
  letterSpacing: "-.01em",
  overflowWrap: "anywhere",
});
export const trend = screens.style({ fontSize: vars.t13 });
export const up = screens.style({ color: vars.leaf });
export const arrow = screens.style({ width: "1em", height: "1em", verticalAlign: "-.12em" });
export const line = screens.style({
  width: "100%",
  height: "32px",
  marginTop: vars.s8,
  stroke: vars.leaf,
  fill: vars.leafWash,
  overflow: "visible",
});
