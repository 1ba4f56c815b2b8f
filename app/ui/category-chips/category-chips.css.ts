import { from900 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const chips = screens.style({
  "@media": {
    [from900]: {
      flexDirection: "column",
      gap: 0,
      margin: 0,
      padding: `${vars.s8} 0`,
      overflow: "visible",
      border: `1px solid ${vars.line}`,
      borderRadius: vars.rCard,
      background: vars.surface,
    },
  },
});
export const chip = screens.style({
  display: "flex",
  alignItems: "center",
  gap: vars.s8,
  minHeight: vars.touch,
  paddingInline: `${vars.s8} ${vars.s16}`,
  border: `1px solid ${vars.line}`,
  borderRadius: vars.rPill,
  background: vars.surface,
  color: "inherit",
  fontWeight: 500,
  textDecoration: "none",
  whiteSpace: "nowrap",
  ":hover": { background: vars.leafWash },
  "@media": {
    [from900]: { border: 0, borderRadius: 0, background: "none", paddingInline: vars.s16, gap: vars.s12 },
  },
  selectors: { "&:not(:has(img))": { paddingInline: vars.s16 } },
});
screens.rule(`a${chip}:hover`, { "@media": { [from900]: { background: vars.leafWash } } });
