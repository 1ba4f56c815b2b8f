import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const stall = screens.style({
  display: "grid",
  gap: vars.s12,
  minWidth: 0,
  margin: `${vars.s8} 0 0`,
  border: 0,
  borderTop: `1px solid ${vars.line}`,
  padding: `${vars.s16} 0 0`,
});
screens.rule(`${stall} > legend`, { float: "inline-start", padding: 0, fontWeight: 600, fontSize: vars.t20 });
screens.rule(`${stall} > legend + *`, { clear: "both" });
export const way = screens.style({ display: "grid", gap: vars.s8, gridTemplateColumns: "minmax(0, 1fr)" });
export const times = screens.style({
  display: "grid",
  gap: vars.s8,
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 17rem), 1fr))",
});
export const choice = screens.style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  gap: vars.s12,
  alignItems: "center",
  minHeight: vars.touch,
  padding: `${vars.s8} ${vars.s12}`,
  border: `1px solid ${vars.edge}`,
  borderRadius: vars.rControl,
  cursor: "pointer",
});
screens.rule(`${choice}:has(:checked)`, { borderColor: vars.leaf, background: vars.leafWash });
screens.rule(`${choice}:has(:disabled)`, { borderStyle: "dashed", cursor: "default" });
export const note = screens.style({ display: "block", fontWeight: 400 });
export const timeRow = screens.style({
  display: "grid",
  gap: vars.s12,
  justifyItems: "start",
  minWidth: 0,
  border: 0,
  borderTop: `1px solid ${vars.line}`,
  margin: 0,
  padding: `${vars.s16} 0 0`,
});
screens.rule(`${timeRow} > legend`, { fontWeight: 600, float: "inline-start", padding: 0 });
export const timeFields = screens.style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 12rem), 1fr))",
  gap: vars.s12,
  alignItems: "end",
  width: "100%",
  clear: "both",
});
