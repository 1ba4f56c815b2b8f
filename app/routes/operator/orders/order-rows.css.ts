import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const rows = screens.style({ margin: 0, padding: 0, listStyle: "none" });
/** Buyer with sum, email with state, time and stalls. */
export const order = screens.style({
  position: "relative",
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  gap: `2px ${vars.s12}`,
  alignContent: "center",
  paddingBlock: vars.s8,
  minHeight: "72px",
  borderTop: `1px solid ${vars.line}`,
  lineHeight: 1.35,
  overflowWrap: "anywhere",
});
screens.rule(`${order}:first-child`, { borderTop: 0 });
/** The link of the name covers the row. */
export const name = screens.style({ color: "inherit", textDecoration: "none" });
screens.rule(`${name}::after`, { content: "''", position: "absolute", inset: 0 });
screens.rule(`${name}:hover`, { textDecoration: "underline" });
export const sum = screens.style({ textAlign: "end", fontWeight: 600 });
export const state = screens.style({ textAlign: "end", fontSize: vars.t14 });
/** One line. The order's page shows all of it. */
export const email = screens.style({
  overflow: "hidden",
  fontSize: vars.t14,
  color: vars.softInk,
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});
export const stalls = screens.style({ gridColumn: "1 / -1", fontSize: vars.t14, color: vars.softInk });
/** A link above the row's own link. */
export const stall = screens.style({ position: "relative", zIndex: 1 });
