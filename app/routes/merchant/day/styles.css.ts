import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const arrow = screens.style({ marginInlineEnd: vars.s8 });
export const list = screens.style({ display: "grid", margin: 0, padding: 0, listStyle: "none" });
screens.rule(`${list} > li`, { borderTop: `1px solid ${vars.line}`, paddingBlock: vars.s12 });
screens.rule(`${list} > li:first-child`, { borderTop: 0 });
export const pick = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  gap: vars.s12,
  alignItems: "center",
});
export const order = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  gap: vars.s12,
  alignItems: "start",
});
export const handOver = screens.style({ minHeight: "56px", alignSelf: "start", fontSize: vars.t20 });
