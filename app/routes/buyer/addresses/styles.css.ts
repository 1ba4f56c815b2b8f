import { from640 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const arrow = screens.style({ marginInlineEnd: vars.s8 });
export const cards = screens.style({
  display: "grid",
  gap: vars.s16,
  margin: `${vars.s16} 0 0`,
  padding: 0,
  listStyle: "none",
  "@media": { [from640]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" } },
});
