import { from1000, from640 } from "~/styles/breakpoints";
import { screens, states } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const footer = screens.style({
  marginTop: vars.s64,
  borderTop: `1px solid ${vars.line}`,
  background: vars.surface,
  fontSize: vars.t14,
});
/**
 * Most visits never reach the shop's footer. It is laid out and painted once it is near: that saves some tenth of the
 * work of a long page on a cheap phone. Its height, without its line, keeps the page as long as it will be.
 */
export const late = screens.style({
  contentVisibility: "auto",
  containIntrinsicBlockSize: "auto 792px",
  "@media": {
    [from640]: { containIntrinsicBlockSize: "auto 462px" },
    [from1000]: { containIntrinsicBlockSize: "auto 300px" },
  },
});
export const columns = screens.style({
  display: "grid",
  gridTemplateColumns: "repeat(2, minmax(0, 1fr))",
  gap: `${vars.s32} ${vars.s16}`,
  paddingBlock: vars.s32,
  "@media": {
    [from640]: { gridTemplateColumns: "repeat(4, 1fr)" },
    [from1000]: { gridTemplateColumns: "1.6fr repeat(4, 1fr)" },
  },
});
screens.rule(`${footer} h2`, { fontSize: vars.t16, marginBottom: vars.s4 });
screens.rule(`${columns} li a`, {
  display: "inline-flex",
  alignItems: "center",
  minHeight: vars.touch,
  color: vars.softInk,
  textDecoration: "none",
  "@media": { [from640]: { minHeight: "32px" } },
});
screens.rule(`${columns} li a:hover`, { color: vars.leaf, textDecoration: "underline" });
export const news = screens.style({ gridColumn: "1 / -1", "@media": { [from1000]: { gridColumn: "auto" } } });
export const address = screens.style({ marginTop: vars.s16, fontStyle: "normal", color: vars.softInk });
screens.rule(`${address} a`, { color: "inherit" });
/** A field and its button in one line; with large text one under the other. */
export const join = screens.style({ display: "flex", flexWrap: "wrap", gap: vars.s8, marginTop: vars.s12 });
screens.rule(`${join} > input`, { flex: "1 1 8rem", width: "auto", minWidth: 0 });
export const legal = screens.style({
  borderTop: `1px solid ${vars.line}`,
  paddingBlock: vars.s16,
  color: vars.softInk,
});
screens.rule(`${legal} a`, { color: "inherit" });
export const cards = screens.style({ display: "flex", gap: vars.s8 });
screens.rule(`${cards} li`, {
  padding: "2px 8px",
  border: `1px solid ${vars.line}`,
  borderRadius: "4px",
  fontSize: "12px",
  fontWeight: 700,
});
/** Links one after the other; room to touch between the lines. */
export const all = screens.style({ display: "flex", flexWrap: "wrap", columnGap: vars.s16 });
screens.rule(`${all} a`, { display: "inline-flex", alignItems: "center", minHeight: "32px" });
export const slim = screens.style({ selectors: { [`${footer}&`]: { marginTop: 0 } } });
screens.rule(`${slim} ${legal}`, { borderTop: 0 });

states.rule(`${footer}`, { "@media": { print: { display: "none" } } });
