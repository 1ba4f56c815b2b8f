import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const thread = screens.style({ display: "grid", gap: vars.s16 });
/** Letters to us begin at the start of the line. Ours are indented and on our own colour. */
export const said = screens.style({
  padding: `${vars.s12} ${vars.s16}`,
  border: `1px solid ${vars.line}`,
  borderRadius: vars.rCard,
  background: vars.surface,
  overflowWrap: "anywhere",
});
export const byTeam = screens.style({
  background: vars.leafWash,
  borderColor: "transparent",
  marginInlineStart: vars.s24,
});
export const head = screens.style({
  display: "flex",
  flexWrap: "wrap",
  gap: `0 ${vars.s8}`,
  fontSize: vars.t14,
  color: vars.softInk,
  marginBottom: vars.s4,
});
export const text = screens.style({ whiteSpace: "pre-line" });
