import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const list = screens.style({
  display: "grid",
  gap: vars.s4,
  margin: 0,
  padding: 0,
  listStyle: "none",
  overflowWrap: "anywhere",
});
export const question = screens.style({
  display: "grid",
  gap: vars.s8,
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  overflowWrap: "anywhere",
});
export const text = screens.style({ overflowWrap: "anywhere" });
export const progress = screens.style({ width: "100%" });
