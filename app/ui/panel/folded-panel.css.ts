import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";
import { panel } from "./panel.css";

export const folded = parts.style({});
parts.rule(`${panel}${folded}`, { paddingBlock: vars.s4 });
export const summary = parts.style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `0 ${vars.s12}`,
  minHeight: "52px",
  paddingBlock: vars.s4,
  cursor: "pointer",
});
parts.rule(`${summary}::-webkit-details-marker`, { display: "none" });
parts.rule(`${summary} > svg`, { marginInlineStart: "auto", color: vars.leaf });
parts.rule(`[open] > ${summary} > svg`, { rotate: "180deg" });
export const content = parts.style({ color: vars.softInk, fontSize: vars.t14, overflowWrap: "anywhere" });
export const body = parts.style({ paddingBlock: `${vars.s4} ${vars.s16}` });
