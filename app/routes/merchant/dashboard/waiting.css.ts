import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const rows = screens.style({});
/** The first link covers the whole row. Links in the row's note stay separate. */
export const row = screens.style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  alignItems: "center",
  columnGap: vars.s12,
  minHeight: vars.touch,
  paddingBlock: vars.s8,
  selectors: { "& + &": { borderTop: `1px solid ${vars.line}` } },
  ":hover": { background: vars.leafWash },
});
export const link = screens.style({
  color: "inherit",
  textDecoration: "none",
  "::after": { content: "''", position: "absolute", inset: 0 },
});
export const count = screens.style({ display: "inline-block", minWidth: "2.5ch", fontSize: vars.t20 });
export const arrow = screens.style({ color: vars.softInk });
/** Reasons are free text, so long words break instead of widening the page. */
export const note = screens.style({ gridColumn: "1 / -1", overflowWrap: "anywhere" });
export const product = screens.style({ position: "relative", zIndex: 1, color: "inherit" });
