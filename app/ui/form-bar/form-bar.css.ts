import { below640, tall } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** Sticks to the foot of the screen, so that the action never scrolls away; on a low screen it stays where it is. */
export const bar = parts.style({
  display: "flex",
  justifyContent: "end",
  gap: vars.s8,
  marginInline: `calc(-1 * ${vars.gutter})`,
  padding: `${vars.s12} ${vars.gutter}`,
  background: vars.surface,
  borderTop: `1px solid ${vars.line}`,
  "@media": {
    [below640]: { flexWrap: "wrap" },
    [tall]: { position: "sticky", zIndex: 2, bottom: 0 },
  },
});
parts.rule(`${bar} > :is(a, button)`, {
  whiteSpace: "nowrap",
  "@media": { [below640]: { flex: "1 0 auto", paddingInline: vars.s12 } },
});
