import { forcedColours } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const pill = parts.style({
  display: "inline-block",
  padding: "2px 10px",
  borderRadius: vars.rPill,
  background: vars.line,
  color: vars.ink,
  fontSize: vars.t13,
  fontWeight: 600,
  lineHeight: "20px",
  whiteSpace: "nowrap",
  "@media": { [forcedColours]: { border: "1px solid", paddingBlock: "1px" } },
});
const tone = (background: string, color: string) => parts.style({ selectors: { [`${pill}&`]: { background, color } } });
export const leaf = tone(vars.leafWash, vars.leafDark);
export const honey = tone(vars.honeyWash, vars.honeyDark);
export const tomato = tone(vars.tomatoWash, vars.tomato);
export const sale = tone(vars.tomato, vars.onTomato);
