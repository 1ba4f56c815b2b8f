import { forcedColours, from900 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const list = screens.style({
  "@media": { [from900]: { flexDirection: "column", gap: "2px", margin: 0, padding: 0, overflow: "visible" } },
});
export const choice = screens.style({ position: "relative" });
screens.rule(`${choice} input`, { position: "absolute", inset: 0, opacity: 0, margin: 0, cursor: "pointer" });
const focused = `${choice} :focus-visible + span`;
screens.rule(`${choice} span`, {
  display: "flex",
  alignItems: "center",
  minHeight: vars.touch,
  paddingInline: vars.s16,
  border: `1px solid ${vars.edge}`,
  borderRadius: vars.rPill,
  background: vars.surface,
  fontWeight: 500,
  whiteSpace: "nowrap",
  "@media": { [from900]: { border: 0, borderRadius: vars.rControl, background: "none", paddingInline: vars.s12 } },
});
screens.rule(`${choice} :hover + span`, { "@media": { [from900]: { background: vars.leafWash } } });
screens.rule(`${choice} :checked + span`, {
  background: vars.leaf,
  borderColor: vars.leaf,
  color: vars.onLeaf,
  "@media": {
    [from900]: {
      background: vars.leafWash,
      color: vars.leafDark,
      fontWeight: 700,
      boxShadow: `inset 3px 0 ${vars.leaf}`,
    },
  },
});
screens.rule(`${choice} :checked + span`, { "@media": { [forcedColours]: { border: "2px solid Highlight" } } });
screens.rule(focused, { outline: `2px solid ${vars.leaf}`, outlineOffset: "2px" });
