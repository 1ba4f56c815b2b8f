import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** Field and button in one line, at any width. */
export const find = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 28rem) max-content",
  gap: vars.s8,
  alignItems: "center",
});
