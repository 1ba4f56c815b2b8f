import { from640 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** Field, filter and button in a line if there is room. */
export const search = screens.style({ display: "flex", flexWrap: "wrap", alignItems: "end", gap: vars.s12 });
export const words = screens.style({ flex: "1 1 16rem" });
/** A written text with its line breaks. */
export const written = screens.style({ whiteSpace: "pre-line", overflowWrap: "anywhere" });
/** A line of facts with dots between them. */
export const facts = screens.style({ display: "flex", flexWrap: "wrap", gap: `0 ${vars.s8}`, color: vars.softInk });
screens.rule(`${facts} > * + *::before`, { content: '"·"', marginInlineEnd: vars.s8 });
/** Long words from outside, such as addresses, break instead of widening the page. */
export { breaking } from "~/styles/text.css";
/** Two panels side by side if there is room. */
export const halves = screens.style({
  display: "grid",
  gap: vars.s16,
  alignItems: "start",
  "@media": { [from640]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" } },
});
/** Terms and their descriptions. */
export const terms = screens.style({
  display: "grid",
  gridTemplateColumns: "max-content minmax(0, 1fr)",
  gap: `${vars.s8} ${vars.s16}`,
  overflowWrap: "anywhere",
});
screens.rule(`${terms} dt`, { color: vars.softInk });
screens.rule(`${terms} dd`, { margin: 0 });
/** The progress of something. */
export const progress = screens.style({ width: "100%" });
export const arrow = screens.style({ marginInlineEnd: vars.s8 });
