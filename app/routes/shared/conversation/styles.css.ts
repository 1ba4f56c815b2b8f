import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const thread = screens.style({ display: "grid", gap: vars.s16 });
/** Letters to us stand at the line's beginning, ours a step in, on our own colour. */
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
