import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** As large as a thumb, in a line that is no higher for it. */
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
