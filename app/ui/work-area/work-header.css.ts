import { from900 } from "~/styles/breakpoints";
import { screens, states } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** The width of the navigation, which is beside the page from 900 px on. */
export const NAVIGATION = "14rem";

export const top = screens.style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr) auto",
  alignItems: "center",
  columnGap: vars.s4,
  gridTemplateRows: "minmax(56px, auto)",
  paddingInline: vars.s8,
  background: vars.surface,
  borderBottom: `1px solid ${vars.line}`,
  "@media": {
    [from900]: { gridTemplateColumns: `${NAVIGATION} minmax(0, 34rem) 1fr`, paddingInline: `0 ${vars.s24}` },
    print: { display: "none" },
  },
});
// The menu, the search and the account fill a phone's width.
export const brand = screens.style({
  display: "none",
  alignItems: "center",
  gap: vars.s8,
  minHeight: vars.touch,
  paddingInlineStart: vars.s24,
  font: `600 ${vars.t20}/1 ${vars.serif}`,
  letterSpacing: "-.02em",
  textDecoration: "none",
  selectors: { "&, &:hover": { color: vars.ink } },
  "@media": { [from900]: { display: "inline-flex" } },
});
export const menu = screens.style({ gridRow: 1, gridColumn: 1 });
export const find = screens.style({
  gridRow: 1,
  gridColumn: 2,
  display: "flex",
  position: "relative",
  "@media": { [from900]: { marginInlineStart: "32px" } },
});
screens.rule(`${find} input`, { borderRadius: vars.rPill, paddingInline: `${vars.s16} 52px`, background: vars.paper });
screens.rule(`${find} button`, { position: "absolute", insetBlock: 0, insetInline: "auto 0", color: vars.leaf });
export const tools = screens.style({ gridRow: 1, gridColumn: 3, justifySelf: "end", display: "flex" });
/** Hidden on a phone, where the menu has it. */
export const wide = screens.style({ display: "none", "@media": { [from900]: { display: "inline-grid" } } });

states.rule(`${top} summary::-webkit-details-marker`, { display: "none" });
