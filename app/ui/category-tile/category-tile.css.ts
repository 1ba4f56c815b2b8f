import { from640 } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";
import { wall } from "~/ui/picture/picture.css";

export const tiles = parts.style({
  display: "grid",
  gridTemplateColumns: "1fr 1fr",
  gap: vars.s12,
  "@media": { [from640]: { gridTemplateColumns: "repeat(4, 1fr)", gap: vars.s16 } },
});
export const tile = parts.style({
  position: "relative",
  display: "block",
  overflow: "hidden",
  minHeight: "112px",
  padding: vars.s12,
  borderRadius: vars.rCard,
  background: wall,
  color: vars.ink,
  font: `600 1.0625rem/1.15 ${vars.serif}`,
  textDecoration: "none",
  ":hover": { color: vars.leafDark, textDecoration: "underline" },
  "@media": { [from640]: { minHeight: "136px", padding: vars.s16, fontSize: vars.t20 } },
});
parts.rule(`${tile} img`, {
  position: "absolute",
  inset: "auto -6px -12px auto",
  width: "84px",
  "@media": { [from640]: { width: "116px", inset: "auto 0 -18px auto" } },
});
