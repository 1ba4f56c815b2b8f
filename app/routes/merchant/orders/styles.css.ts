import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** The title is at the top of its line, within the first 100 px of a phone’s screen. */
export const head = screens.style({ alignItems: "start" });
export const filters = screens.style({});
export const tools = screens.style({ columnGap: vars.s8 });
screens.rule(`${tools} > a, ${tools} summary`, { paddingInline: vars.s12 });
// Open filters take the whole line.
screens.rule(`${tools} > ${filters}[open]`, { flexBasis: "100%" });
export const sheet = screens.style({ marginTop: vars.s12 });
export const form = screens.style({ display: "grid", gap: vars.s16 });
/** The buttons for the ticked orders. They stay at the end of the list: above it they would cover some ticks. */
export const together = screens.style({
  columnGap: vars.s8,
  paddingTop: vars.s12,
  borderTop: `1px solid ${vars.line}`,
});
screens.rule(`${together} > button`, { flex: "1 1 auto", maxWidth: "16rem", paddingInline: vars.s12 });
