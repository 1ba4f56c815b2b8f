import { from640 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const cards = screens.style({
  display: "grid",
  gap: vars.s16,
  "@media": { [from640]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" } },
});
export const profile = screens.style({ display: "flex", alignItems: "center", gap: vars.s24 });
export const words = screens.style({ minWidth: 0 });
