import { forcedColours, from1200, from900 } from "~/styles/breakpoints";
import { fold, split } from "~/styles/layout.css";
import { screens, states } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";
import { bar } from "~/ui/form-bar/form-bar.css";
import { breadcrumb } from "~/ui/breadcrumb/breadcrumb.css";
import { NAVIGATION } from "./work-header.css";

export const area = screens.style({
  display: "grid",
  "@media": { [from900]: { gridTemplateColumns: `${NAVIGATION} minmax(0, 1fr)`, minHeight: "calc(100vh - 126px)" } },
});
/** An area with a header of its own, around header, navigation and page. */
export const headed = screens.style({
  position: "relative",
  "@media": { [from900]: { display: "grid", gridTemplateRows: "auto 1fr", minHeight: "max(100vh, 44rem)" } },
});
/** Notices and page. */
export const beside = screens.style({
  minWidth: 0,
  "@media": {
    [from900]: { marginInlineStart: NAVIGATION, borderInlineStart: `1px solid ${vars.line}` },
    print: { marginInlineStart: 0, border: 0 },
  },
});
export const summary = screens.style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `0 ${vars.s8}`,
  minHeight: vars.touch,
  paddingInline: vars.gutter,
  background: vars.surface,
  borderBottom: `1px solid ${vars.line}`,
  fontWeight: 600,
});
export const here = screens.style({ marginInlineStart: "auto", fontWeight: 400, color: vars.softInk });
export const turn = screens.style({ selectors: { [`${fold}[open] &`]: { transform: "rotate(180deg)" } } });

export const side = screens.style({
  padding: vars.s8,
  background: vars.surface,
  borderBottom: `1px solid ${vars.line}`,
  "@media": {
    [from900]: { padding: `${vars.s16} ${vars.s12}`, borderBottom: 0, borderInlineEnd: `1px solid ${vars.line}` },
  },
});
// Beside the page, under the header.
screens.rule(`${headed} ${side}`, {
  gridColumn: "1 / -1",
  marginInline: `calc(-1 * ${vars.s8})`,
  borderTop: `1px solid ${vars.line}`,
  borderBottom: 0,
  "@media": {
    [from900]: {
      position: "absolute",
      insetBlock: "57px 0",
      insetInline: "0 auto",
      width: NAVIGATION,
      marginInline: 0,
      border: 0,
      background: "none",
      overflowY: "auto",
    },
  },
});
// Keeps the title within the first 100 px of a phone's screen.
screens.rule(`${headed} ${breadcrumb} ol`, { paddingBlock: vars.s4 });
export const item = screens.style({
  display: "flex",
  alignItems: "center",
  gap: vars.s12,
  width: "100%",
  minHeight: vars.touch,
  paddingInline: vars.s12,
  border: 0,
  borderRadius: vars.rControl,
  background: "none",
  color: vars.softInk,
  fontWeight: 500,
  textAlign: "start",
  textDecoration: "none",
  cursor: "pointer",
  ":hover": { background: vars.leafWash, color: vars.leafDark },
  selectors: {
    "&[aria-current]": {
      background: vars.leafWash,
      color: vars.leafDark,
      fontWeight: 700,
      "@media": { [forcedColours]: { border: "2px solid Highlight" } },
    },
  },
});

export const count = screens.style({
  marginInlineStart: "auto",
  minWidth: "24px",
  paddingInline: vars.s8,
  borderRadius: vars.rPill,
  background: vars.honeyWash,
  color: vars.honeyDark,
  fontSize: vars.t13,
  fontWeight: 700,
  textAlign: "center",
  fontVariantNumeric: "tabular-nums lining-nums",
});

export const work = screens.style({
  padding: `0 ${vars.gutter} ${vars.s48}`,
  minWidth: 0,
  maxWidth: "76rem",
  "@media": { [from900]: { vars: { [vars.gutter]: "32px" } } },
});
screens.rule(`${work}:has(${bar})`, { paddingBottom: 0 });
// One rhythm for the area's blocks, through forms and their fieldsets as well.
screens.rule(`${work} > * + *, ${work} > form > fieldset > * + *, ${work} > form > * + :not(fieldset)`, {
  marginTop: vars.s16,
});
screens.rule(`${work} > ${breadcrumb} + *`, { marginTop: 0 });
screens.rule(`${work} > ${split}`, {
  "@media": {
    [from900]: { gap: vars.s16, gridTemplateColumns: "minmax(0, 1fr)" },
    [from1200]: { gridTemplateColumns: "minmax(0, 1fr) 17rem" },
  },
});

states.rule(`${side}, ${area} > ${fold}`, { "@media": { print: { display: "none" } } });
