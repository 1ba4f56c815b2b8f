import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const written = screens.style({ whiteSpace: "pre-line", overflowWrap: "anywhere" });
export const progress = screens.style({ width: "100%" });
export const terms = screens.style({
  display: "grid",
  gridTemplateColumns: "max-content minmax(0, 1fr)",
  gap: `${vars.s8} ${vars.s16}`,
});
export const term = screens.style({ display: "contents" });
screens.rule(`${terms} dt`, { color: vars.softInk });
screens.rule(`${terms} dd`, { margin: 0 });
