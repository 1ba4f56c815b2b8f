import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** Large enough for a thumb, without making its line higher. */
export const tick = screens.style({
  display: "inline-grid",
  placeItems: "center",
  width: vars.touch,
  height: vars.touch,
  marginBlock: "-10px",
  marginInlineStart: "-11px",
  verticalAlign: "middle",
  cursor: "pointer",
});
screens.rule(`${tick} > input`, { width: "22px", height: "22px", margin: 0 });
