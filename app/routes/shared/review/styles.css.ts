import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const review = parts.style({
  display: "grid",
  gap: vars.s8,
  paddingBlock: vars.s16,
  borderTop: `1px solid ${vars.line}`,
  overflowWrap: "anywhere",
});
export const words = parts.style({ whiteSpace: "pre-line", maxWidth: "44rem" });
export const answer = parts.style({
  display: "grid",
  gap: vars.s4,
  paddingInlineStart: vars.s16,
  borderInlineStart: `3px solid ${vars.leaf}`,
});
/** From one star to five, side by side. */
export const starChoices = parts.style({ display: "flex", flexWrap: "wrap", gap: `${vars.s8} ${vars.s24}` });
parts.rule(`${starChoices} label`, { display: "inline-flex", alignItems: "center", gap: vars.s8, minHeight: "44px" });
/** A press on the title opens a folded form. The title looks like a link. */
parts.rule(`${review} summary`, { cursor: "pointer", textDecoration: "underline", color: vars.leafDark });
