import { from900 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** Title, filter, order and list in a column. From 900 px on, the filter is beside the list. */
export const shop = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.s16,
  "@media": {
    [from900]: { gridTemplate: "auto 1fr / 13rem minmax(0, 1fr)", gap: `${vars.s16} ${vars.s32}`, alignItems: "start" },
  },
});
export const count = screens.style({ fontSize: vars.t14, color: vars.softInk });
/** The form of filter and order, which are in separate cells of the grid. */
export const wanted = screens.style({ display: "contents" });
export const filter = screens.style({ "@media": { [from900]: { gridArea: "2 / 1" } } });
screens.rule(`${filter} details`, { marginTop: vars.s8 });
export const sort = screens.style({
  display: "flex",
  alignItems: "center",
  gap: vars.s8,
  fontSize: vars.t14,
  whiteSpace: "nowrap",
  "@media": { [from900]: { gridArea: "1 / 2", placeSelf: "end" } },
});
screens.rule(`${sort} select`, { flex: 1, "@media": { [from900]: { flex: "none", width: "12rem" } } });

/** Fields below the categories. */
export const narrowing = screens.style({ marginTop: vars.s12 });
screens.rule(`${narrowing} > * + *`, { marginTop: vars.s8 });
export const prices = screens.style({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: vars.s8 });
screens.rule(`${prices} > legend`, { fontWeight: 600, marginBottom: vars.s4 });
screens.rule(`${prices} > div`, { flex: 1, minWidth: 0 });

export const ticks = screens.style({ border: 0, padding: 0, margin: 0 });
screens.rule(`${ticks} > legend`, { fontWeight: 600, marginTop: vars.s8 });
screens.rule(`${ticks} > label > span::first-letter`, { textTransform: "uppercase" });
screens.rule(`${ticks} > label > span`, { display: "block" });
// Two columns on a phone.
screens.rule(ticks, { display: "grid", gridTemplateColumns: "repeat(auto-fill, minmax(9rem, 1fr))" });
screens.rule(`${ticks} > p`, { gridColumn: "1 / -1" });

/** The set filters, in a line that wraps. */
export const chosen = screens.style({ display: "flex", flexWrap: "wrap", gap: vars.s8, marginBottom: vars.s16 });
screens.rule(`${chosen} a`, {
  display: "inline-flex",
  alignItems: "center",
  gap: vars.s4,
  minHeight: vars.touch,
  paddingInline: vars.s16,
  border: `1px solid ${vars.edge}`,
  borderRadius: vars.rPill,
  background: vars.leafWash,
  color: vars.leafDark,
  fontWeight: 600,
  textDecoration: "none",
});

/** The question for a postcode, above the list. */
export const reach = screens.style({ marginBottom: vars.s8 });
screens.rule(`${reach} form`, { maxWidth: "24rem", paddingBlock: vars.s8 });

/** Links to searches, side by side. */
export const instead = screens.style({ marginBottom: vars.s16 });
screens.rule(`${instead} a`, { display: "inline-block", paddingBlock: vars.s12, marginInline: vars.s8 });
