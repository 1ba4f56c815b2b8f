import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const where = screens.style({ maxWidth: "40rem" });
export const code = screens.style({
  display: "flex",
  flexWrap: "wrap",
  gap: vars.s16,
  alignItems: "center",
  justifyContent: "space-between",
  padding: vars.s16,
  maxWidth: "26rem",
  borderRadius: vars.rControl,
  background: vars.leafWash,
});
export const letters = screens.style({
  display: "block",
  fontSize: "2rem",
  lineHeight: 1.15,
  letterSpacing: "0.06em",
  fontVariantNumeric: "tabular-nums",
});
// Black on white in dark mode too, for code readers.
export const qr = screens.style({
  width: "7.5rem",
  height: "7.5rem",
  color: "#000",
  background: "#fff",
  borderRadius: vars.rControl,
});
