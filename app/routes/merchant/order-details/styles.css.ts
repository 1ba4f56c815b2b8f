import { from1200, from640 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const arrow = screens.style({ marginInlineEnd: vars.s8 });
export const head = screens.style({ display: "flex", flexWrap: "wrap", alignItems: "center", gap: vars.s12 });
export const cards = screens.style({
  display: "grid",
  gap: vars.s16,
  "@media": {
    [from640]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" },
    [from1200]: { gridTemplateColumns: "repeat(4, minmax(0, 1fr))" },
  },
});
export const facts = screens.style({ display: "grid", gap: vars.s8 });
screens.rule(`${facts} dt`, { color: vars.softInk, fontSize: vars.t14 });
screens.rule(`${facts} dd`, { overflowWrap: "anywhere" });
export const sums = screens.style({ maxWidth: "22rem", marginTop: vars.s24, marginInlineStart: "auto" });
export const text = screens.style({ whiteSpace: "pre-line" });
export const fold = screens.style({});
screens.rule(`${fold} > :not(summary)`, { marginTop: vars.s16 });

export const picks = screens.style({});
screens.rule(`${picks} > li + li`, { borderTop: `1px solid ${vars.line}` });
export const pick = screens.style({
  display: "grid",
  gridTemplateColumns: "auto auto minmax(0, 1fr)",
  alignItems: "center",
  gap: vars.s12,
  minHeight: vars.touch,
  paddingBlock: vars.s8,
  fontWeight: 400,
  overflowWrap: "anywhere",
  cursor: "pointer",
});
screens.rule(`${pick}:has(:checked)`, { color: vars.softInk, textDecoration: "line-through" });
export const tick = screens.style({ width: "22px", height: "22px", margin: 0 });
export const sku = screens.style({ display: "block" });
/** One press selects all of it. */
export const address = screens.style({
  whiteSpace: "pre-line",
  fontStyle: "normal",
  userSelect: "all",
  overflowWrap: "anywhere",
});
