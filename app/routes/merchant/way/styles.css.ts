import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const arrow = screens.style({ marginInlineEnd: vars.s8 });
export const product = screens.style({
  display: "flex",
  flexWrap: "wrap",
  gap: vars.s12,
  alignItems: "center",
  justifyContent: "space-between",
  overflowWrap: "anywhere",
});
