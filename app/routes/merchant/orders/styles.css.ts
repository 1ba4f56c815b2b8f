import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** The title stands at the top of its line, within the first 100 px of a phone’s screen. */
export const head = screens.style({ alignItems: "start" });
export const filters = screens.style({});
export const tools = screens.style({ columnGap: vars.s8 });
screens.rule(`${tools} > a, ${tools} summary`, { paddingInline: vars.s12 });
// Open, the filters have the line.
screens.rule(`${tools} > ${filters}[open]`, { flexBasis: "100%" });
export const sheet = screens.style({ marginTop: vars.s12 });
export const form = screens.style({ display: "grid", gap: vars.s16 });
/** The presses for what is ticked. They stay at the end of the list: over it they would cover ticks in part. */
export const together = screens.style({
  columnGap: vars.s8,
  paddingTop: vars.s12,
  borderTop: `1px solid ${vars.line}`,
});
screens.rule(`${together} > button`, { flex: "1 1 auto", maxWidth: "16rem", paddingInline: vars.s12 });
