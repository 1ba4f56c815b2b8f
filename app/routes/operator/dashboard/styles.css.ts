import { from900 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const cards = screens.style({
  display: "grid",
  gridTemplateColumns: "1fr 1fr",
  gap: vars.s12,
  "@media": { [from900]: { gridTemplateColumns: "repeat(5, 1fr)", gap: vars.s16 } },
});
export const card = screens.style({
  display: "grid",
  alignContent: "start",
  padding: `${vars.s16} ${vars.s16} ${vars.s4}`,
});
export const figure = screens.style({ font: `600 ${vars.t31}/1.3 ${vars.sans}` });
export const waits = screens.style({ color: vars.honeyDark });
