import type { GlobalStyleRule } from "@vanilla-extract/css";
import { narrowPanel } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** The rule for panels that are too narrow for columns: each row becomes a small sheet with labels. */
const narrow = (rule: GlobalStyleRule) => ({ "@container": { [narrowPanel]: rule } });

export const table = parts.style(narrow({ display: "block" }));
/** The cell that names its row, and the one that says its status. */
export const lead = parts.style({});
export const status = parts.style({});
/** A cell whose one word may be longer than its column, as an article number may. */
export const breaking = parts.style({ minWidth: "6rem", overflowWrap: "anywhere" });

parts.rule(`${table} :is(th, td)`, {
  padding: `${vars.s12} ${vars.s8}`,
  borderBottom: `1px solid ${vars.line}`,
  verticalAlign: "middle",
});
parts.rule(`${table} th`, { paddingBlock: vars.s8, whiteSpace: "nowrap" });
parts.rule(`${table} tr > :first-child`, { paddingInlineStart: 0 });
parts.rule(`${table} tr > :last-child`, { paddingInlineEnd: 0 });
parts.rule(`${table} tbody tr:last-child td`, { borderBottom: 0 });
parts.rule(`${table} td > a`, { paddingBlock: "12px", marginBlock: "-12px" });

parts.rule(
  `${table} thead`,
  narrow({ position: "absolute", clipPath: "inset(50%)", width: "1px", height: "1px", overflow: "hidden" }),
);
parts.rule(`${table} tbody`, narrow({ display: "block" }));
parts.rule(
  `${table} tr`,
  narrow({
    display: "grid",
    gridTemplateColumns: "1fr 1fr",
    gap: `${vars.s8} ${vars.s16}`,
    paddingBlock: vars.s16,
    borderBottom: `1px solid ${vars.line}`,
  }),
);
parts.rule(`${table} tbody tr:last-child`, narrow({ borderBottom: 0, paddingBottom: 0 }));
// As specific as the rules for columns above, which it overrides.
parts.rule(
  `${table} tr > td:nth-child(n)`,
  narrow({ display: "block", minWidth: 0, padding: 0, borderBottom: 0, textAlign: "start" }),
);
parts.rule(
  `${table} td[data-label]::before`,
  narrow({
    content: "attr(data-label)",
    display: "block",
    fontSize: vars.t13,
    color: vars.softInk,
    whiteSpace: "normal",
  }),
);
parts.rule(`${table} ${lead}`, narrow({ gridColumn: "1 / -1" }));
parts.rule(`${table} td${lead}::before`, narrow({ content: "none" }));

/** A line over the rows of a group. */
export const group = parts.style({});
parts.rule(`${table} ${group} th`, {
  paddingTop: vars.s24,
  color: vars.ink,
  fontWeight: 600,
  textAlign: "start",
  ...narrow({ display: "block", gridColumn: "1 / -1", padding: 0, border: 0 }),
});
parts.rule(`${table} ${group}:first-child th`, { paddingTop: vars.s8 });
parts.rule(`${table} ${group} a`, { display: "inline-block", paddingBlock: "12px", marginBlock: "-12px" });
parts.rule(`${table} ${group}`, narrow({ paddingBlock: `${vars.s24} ${vars.s8}`, borderBottom: 0 }));

/** Three short values in a line under the name; fewer where text is large. */
export const thirds = parts.style({});
parts.rule(
  `${table}${thirds} tr`,
  narrow({
    gridTemplateColumns: "repeat(auto-fit, minmax(min(100%, 5rem), 1fr))",
    columnGap: vars.s12,
    alignItems: "end",
  }),
);

/** The status is at the end of the name's line. */
export const orders = parts.style({});
parts.rule(`${orders} tr > ${lead}`, narrow({ gridColumn: "1" }));
parts.rule(`${orders} tr > td:nth-child(2)`, narrow({ gridColumn: "1 / -1" }));
parts.rule(`${table}${orders} tr > ${status}:nth-child(n)`, narrow({ gridArea: "1 / 2", textAlign: "end" }));
parts.rule(`${table}${orders} tr > td${status}::before`, narrow({ content: "none" }));

/**
 * Two lines per row: its name with its status at the end, and under them the other cells one after the other. These
 * have no labels, because they explain themselves. Five rows or more fit on a phone's screen.
 */
export const lines = parts.style({});
parts.rule(
  `${table}${lines} tbody tr`,
  narrow({
    display: "flex",
    flexWrap: "wrap",
    alignItems: "center",
    gap: `${vars.s4} ${vars.s12}`,
    paddingBlock: vars.s12,
  }),
);
parts.rule(`${table}${lines} tr > td:nth-child(n)`, narrow({ order: 2, flex: "0 1 auto" }));
parts.rule(
  `${table}${lines} tr > ${lead}:nth-child(n)`,
  narrow({ order: 0, flex: "1 0 calc(100% - 9rem)", minWidth: "min-content" }),
);
parts.rule(`${table}${lines} tr > ${status}:nth-child(n)`, narrow({ order: 1, marginInlineStart: "auto" }));
parts.rule(`${table}${lines} tr > td::before`, narrow({ content: "none" }));
