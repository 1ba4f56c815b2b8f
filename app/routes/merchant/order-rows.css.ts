import { below640 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const rows = screens.style({ margin: 0, padding: 0, listStyle: "none" });
/** The picture, and beside it name with sum, destination with state, and goods. */
export const order = screens.style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "48px minmax(0, 1fr) auto",
  gap: `2px ${vars.s12}`,
  paddingBlock: vars.s8,
  minHeight: "72px",
  borderTop: `1px solid ${vars.line}`,
  lineHeight: 1.35,
  overflowWrap: "anywhere",
});
screens.rule(`${order}:first-child`, { borderTop: 0 });
export const picture = screens.style({ position: "relative", gridRow: "1 / 4", alignSelf: "center", width: "48px" });
export const count = screens.style({
  position: "absolute",
  insetBlock: "auto -5px",
  insetInline: "auto -5px",
  paddingInline: "6px",
  border: `2px solid ${vars.surface}`,
  borderRadius: vars.rPill,
  background: vars.ink,
  color: vars.surface,
  font: `700 ${vars.t13}/18px ${vars.sans}`,
});
/** The picture is the label of the order's tick, so that a thumb can hit it. */
export const tick = screens.style({ display: "block", zIndex: 1, cursor: "pointer" });
screens.rule(`${tick} > input`, {
  position: "absolute",
  insetBlock: "-4px auto",
  insetInline: "-4px auto",
  width: "22px",
  height: "22px",
  margin: 0,
});
/** The link of the name covers the row. */
export const name = screens.style({ alignSelf: "end", color: "inherit", textDecoration: "none" });
screens.rule(`${name}::after`, { content: "''", position: "absolute", inset: 0 });
screens.rule(`${name}:hover`, { textDecoration: "underline" });
export const sum = screens.style({ textAlign: "end", fontWeight: 600 });
export const destination = screens.style({ gridColumn: "2 / -1", fontSize: vars.t14, color: vars.softInk });
screens.rule(`${destination} > b`, { color: vars.ink });
/** One line on a phone, so that five orders fit on its screen. The order's page shows all goods. */
export const goods = screens.style({
  gridColumn: "2 / -1",
  fontSize: vars.t14,
  "@media": { [below640]: { overflow: "hidden", textOverflow: "ellipsis", whiteSpace: "nowrap" } },
});
