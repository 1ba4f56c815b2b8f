import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const intro = screens.style({ marginBlock: vars.s8, color: vars.softInk });
export const facts = screens.style({ color: vars.softInk, fontSize: vars.t14 });
export const text = screens.style({
  margin: `${vars.s12} 0 0`,
  whiteSpace: "pre-wrap",
  overflowWrap: "anywhere",
  fontSize: vars.t14,
});
