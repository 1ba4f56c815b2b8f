import { from640 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";
import { amount } from "~/ui/stepper/stepper.css";

export const arrow = screens.style({ marginInlineEnd: vars.s8 });
export const form = screens.style({ display: "grid", gap: vars.s16, minWidth: 0 });
export const panel = screens.style({ paddingBlock: vars.s4 });
export const rows = screens.style({ margin: 0, padding: 0, listStyle: "none" });
/** The name and notes, with the count beside them. */
export const product = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  gap: `0 ${vars.s12}`,
  alignItems: "center",
  minHeight: "56px",
  paddingBlock: "5px",
  borderTop: `1px solid ${vars.line}`,
  lineHeight: 1.25,
});
screens.rule(`${product}:first-child`, { borderTop: 0 });
screens.rule(`${product} > p`, { gridColumn: "1 / -1" });
screens.rule(`${product} ${amount}`, { width: "56px" });
export const name = screens.style({ minWidth: 0, overflowWrap: "anywhere" });
export const detail = screens.style({ fontSize: vars.t14, color: vars.softInk });
export const marks = screens.style({
  display: "grid",
  gap: vars.s12,
  margin: `${vars.s12} 0 0`,
  padding: 0,
  listStyle: "none",
  "@media": { [from640]: { gridTemplateColumns: "repeat(auto-fill, minmax(14rem, 1fr))" } },
});
