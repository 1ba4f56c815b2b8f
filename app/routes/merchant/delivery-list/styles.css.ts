import { below640 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const arrow = screens.style({ marginInlineEnd: vars.s8 });
export const stops = screens.style({ display: "grid", gap: vars.s16, justifyItems: "start" });
export const list = screens.style({ width: "100%", margin: 0, padding: 0, listStyle: "none" });
export const stop = screens.style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr) auto",
  gap: vars.s16,
  alignItems: "start",
  paddingBlock: vars.s12,
  breakInside: "avoid",
  overflowWrap: "anywhere",
  selectors: { "& + &": { borderTop: `1px solid ${vars.line}` } },
  "@media": { [below640]: { gridTemplateColumns: "minmax(0, 1fr) auto" } },
});
/** In a narrow list, the numbers get a line of their own. */
export const place = screens.style({
  display: "flex",
  gap: vars.s8,
  "@media": { [below640]: { gridColumn: "1 / -1", gridRow: 2 }, print: { display: "block" } },
});
export const number = screens.style({ width: "6ch" });
export const screenOnly = screens.style({ "@media": { print: { display: "none" } } });
