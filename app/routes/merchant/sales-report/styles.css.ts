import { from1180, from640, from900 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const presets = screens.style({ display: "flex", flexWrap: "wrap", gap: vars.s8 });
screens.rule(`${presets} a[aria-current]`, { background: vars.leafWash, borderColor: vars.leaf, color: vars.leafDark });
export const period = screens.style({
  display: "grid",
  gap: vars.s12,
  gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)",
  alignItems: "end",
  "@media": { [from640]: { gridTemplateColumns: "12rem 12rem auto 1fr" } },
});
export const figures = screens.style({
  display: "grid",
  gap: vars.s12,
  gridTemplateColumns: "repeat(auto-fit, minmax(7rem, 1fr))",
});
screens.rule(`${figures} b`, { display: "block", fontSize: vars.t20, overflowWrap: "anywhere" });
/** A figure is a link to its orders, but looks like a figure. */
export const shown = screens.style({ display: "block", color: "inherit" });
export const charts = screens.style({ display: "grid", gap: vars.s24 });
screens.rule(`${charts} h3`, { marginBottom: vars.s8 });
/** The same figures as a table. It scrolls by itself, so that a long period does not push the products away. */
export const scroll = screens.style({
  alignSelf: "start",
  containerType: "inline-size",
  overflow: "auto",
  maxHeight: "26rem",
  "@media": { [from900]: { maxHeight: "47rem" } },
  border: `1px solid ${vars.line}`,
  borderRadius: vars.rControl,
  paddingInline: vars.s12,
});
export const account = screens.style({
  display: "grid",
  gap: vars.s24,
  "@media": { [from640]: { gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)", maxWidth: "44rem" } },
});
export const byDay = screens.style({
  display: "grid",
  gap: vars.s24,
  "@media": {
    [from900]: { gridTemplateColumns: "minmax(0, 1fr) minmax(0, 24rem)" },
    // All columns of the table are visible at once.
    [from1180]: { gridTemplateColumns: "minmax(0, 1fr) minmax(0, 30rem)" },
  },
});
export const plain = screens.style({});
screens.rule(`${plain} :is(th, td)`, { padding: `${vars.s8} ${vars.s4}`, borderBottom: `1px solid ${vars.line}` });
screens.rule(`${plain} tbody tr:last-child > *`, { borderBottom: 0 });
screens.rule(`${plain} tbody th`, { color: "inherit", fontSize: "inherit", fontWeight: 400, whiteSpace: "nowrap" });
/** Room for a short SKU, which would break at its hyphens otherwise. */
export const sku = screens.style({ "@media": { [from900]: { minWidth: "7rem" } } });
/** The figure of another period, below it. */
export const against = screens.style({ display: "block" });
