import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const summary = screens.style({
  display: "inline-flex",
  alignItems: "center",
  gap: vars.s8,
  minHeight: vars.touch,
  fontWeight: 600,
  color: vars.leaf,
});
screens.rule(`[open] > ${summary} > svg`, { rotate: "180deg" });
