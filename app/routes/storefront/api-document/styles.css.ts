import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const calls = screens.style({ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: vars.s32 });
screens.rule(`${calls} > section > * + *`, { marginTop: vars.s8 });
/** An address or a payload may be longer than a phone is wide, so it breaks. */
screens.rule(`${calls} code`, { overflowWrap: "anywhere" });
export const sample = screens.style({
  padding: vars.s12,
  overflowWrap: "anywhere",
  whiteSpace: "pre-wrap",
  fontSize: vars.t14,
  background: vars.paper,
  border: `1px solid ${vars.line}`,
  borderRadius: vars.rControl,
});
/** Bullets, because these are sentences and not rows of a list. */
screens.rule(`${calls} ul`, { paddingInlineStart: vars.s24, listStyle: "disc" });
screens.rule(`${calls} li + li`, { marginTop: vars.s8 });
screens.rule(`${calls} > section > * + h2`, { marginTop: vars.s32 });
screens.rule(`${calls} > section > * + h3`, { marginTop: vars.s16 });
/** In a stacked row, a sentence gets its own line. */
export const sentence = screens.style({ gridColumn: "1 / -1" });
