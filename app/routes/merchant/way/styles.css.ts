import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const arrow = screens.style({ marginInlineEnd: vars.s8 });
export const time = screens.style({
  display: "grid",
  gap: vars.s12,
  justifyItems: "start",
  minWidth: 0,
  border: 0,
  borderTop: `1px solid ${vars.line}`,
  margin: 0,
  padding: `${vars.s16} 0 0`,
});
screens.rule(`${time} > legend`, { fontWeight: 600, float: "inline-start", padding: 0 });
export const fields = screens.style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 12rem), 1fr))",
  gap: vars.s12,
  alignItems: "end",
  width: "100%",
  clear: "both",
});
export const product = screens.style({
  display: "flex",
  flexWrap: "wrap",
  gap: vars.s12,
  alignItems: "center",
  justifyContent: "space-between",
  overflowWrap: "anywhere",
});
