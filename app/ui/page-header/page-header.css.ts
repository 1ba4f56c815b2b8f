import { below900, from900 } from "~/styles/breakpoints";
import { screens, states } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const skip = screens.style({
  position: "absolute",
  insetBlock: `${vars.s8} auto`,
  insetInline: `${vars.s8} auto`,
  zIndex: 10,
});
export const top = screens.style({ background: vars.surface, borderBottom: `1px solid ${vars.line}` });
export const bar = screens.style({
  display: "grid",
  gridTemplateColumns: "1fr auto auto",
  alignItems: "center",
  paddingBlock: vars.s8,
  "@media": {
    [from900]: { gridTemplateColumns: "auto minmax(0, 1fr) auto auto", gap: vars.s24, paddingBlock: vars.s12 },
  },
});
export const brand = screens.style({
  display: "inline-flex",
  alignItems: "center",
  gap: vars.s8,
  justifySelf: "start",
  minHeight: vars.touch,
  // With text twice as large the name stays beside the icons.
  font: `600 min(1.375rem, 6.2vw)/1 ${vars.serif}`,
  letterSpacing: "-.02em",
  textDecoration: "none",
  selectors: { "&, &:hover": { color: vars.ink } },
});
// The icons' circles reach 12 px over the gutter, so that the icons themselves end with the page.
export const tools = screens.style({
  display: "flex",
  "@media": { [from900]: { order: 3, gridColumn: 4, marginInlineEnd: "-12px" } },
});
export const toolsLast = screens.style({ marginInlineEnd: "-12px" });
export const menuButton = screens.style({ marginInlineEnd: "-12px" });
export const onDesk = states.style({ "@media": { [below900]: { display: "none" } } });
export const find = screens.style({
  gridColumn: "1 / -1",
  display: "flex",
  position: "relative",
  marginTop: vars.s4,
  "@media": { [from900]: { gridColumn: "auto", order: 1, marginTop: 0 } },
});
screens.rule(`${find} input`, { borderRadius: vars.rPill, paddingInline: `${vars.s16} 52px`, background: vars.paper });
// Chromium reserves room for a sign that a list is there, and cuts the placeholder off for it.
screens.rule(`${find} input::-webkit-calendar-picker-indicator`, { display: "none !important" });
screens.rule(`${find} button`, { position: "absolute", insetBlock: 0, insetInline: "auto 0", color: vars.leaf });
export const menu = screens.style({ gridColumn: "1 / -1", "@media": { [from900]: { gridColumn: "auto", order: 2 } } });
screens.rule(`${menu} ul`, {
  borderTop: `1px solid ${vars.line}`,
  marginTop: vars.s8,
  "@media": { [from900]: { display: "flex", gap: vars.s24, borderTop: 0, marginTop: 0 } },
});
screens.rule(`${menu} a`, {
  display: "flex",
  alignItems: "center",
  minHeight: vars.touch,
  color: "inherit",
  textDecoration: "none",
  fontWeight: 600,
});
screens.rule(`${menu} a:hover`, { color: vars.leaf, textDecoration: "underline" });

states.rule(`${top}`, { "@media": { print: { display: "none" } } });
