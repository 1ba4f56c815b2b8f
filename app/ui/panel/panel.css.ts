import { from640 } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const panel = parts.style({
  padding: vars.s16,
  border: `1px solid ${vars.line}`,
  borderRadius: vars.rCard,
  background: vars.surface,
  "@media": { [from640]: { padding: vars.s24 } },
});
// Only tables depend on the width of the panel, and those within a form on that of the form. If the HTML arrives in
// pieces, Chromium (seen in 156) leaves out the content of a size container within a fieldset for good: a checkout's
// fields, the lines of a cart.
parts.rule(`${panel}:has(table):not(fieldset *), form:has(> fieldset ${panel} table)`, {
  containerType: "inline-size",
});
parts.rule(`${panel}:has(> table)`, { overflowX: "auto" });
// The panel positions a cell's text for screen readers, which would widen the page otherwise.
parts.rule(`:where(${panel}:has(> table))`, { position: "relative" });
parts.rule(`${panel} h2`, { fontSize: vars.t20 });
parts.rule(`${panel} > nav`, { marginTop: vars.s16 });
export const head = parts.style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  gap: `${vars.s4} ${vars.s16}`,
  minHeight: vars.touch,
  margin: "-8px 0 0",
});
/** An aside that stays in view beside a long list. */
export const sticky = parts.style({ position: "sticky", top: vars.s16 });
