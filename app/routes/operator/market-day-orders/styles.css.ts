import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const find = screens.style({ display: "grid", gap: vars.s8, maxWidth: "26rem", justifyItems: "start" });
export const list = screens.style({ listStyle: "none", margin: 0, padding: 0 });
export const order = screens.style({
  display: "flex",
  gap: vars.s12,
  alignItems: "center",
  justifyContent: "space-between",
  padding: `${vars.s12} 0`,
  borderTop: `1px solid ${vars.line}`,
});
screens.rule(`${order}:first-child`, { borderTop: 0 });
screens.rule(`${order} > div`, { minWidth: 0 });
export const parts = screens.style({ display: "grid", gap: vars.s8, minWidth: 0, margin: 0, border: 0, padding: 0 });
export const part = screens.style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  columnGap: vars.s12,
  alignItems: "center",
  minHeight: vars.touch,
  cursor: "pointer",
});
screens.rule(`${part}:has(:disabled)`, { cursor: "default" });
export const note = screens.style({ gridColumn: 2 });
