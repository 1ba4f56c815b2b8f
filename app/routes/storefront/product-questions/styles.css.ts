import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const question = screens.style({
  display: "grid",
  gap: vars.s8,
  maxWidth: "44rem",
  paddingBlock: vars.s16,
  borderTop: `1px solid ${vars.line}`,
  overflowWrap: "anywhere",
});
/** A question has the size of text, not of a heading, because it may be long. */
screens.rule(`${question} h2`, { fontSize: vars.t16, fontFamily: vars.sans, whiteSpace: "pre-line" });
export const answer = screens.style({
  display: "grid",
  gap: vars.s4,
  paddingInlineStart: vars.s16,
  borderInlineStart: `3px solid ${vars.leaf}`,
});
export const words = screens.style({ whiteSpace: "pre-line" });
