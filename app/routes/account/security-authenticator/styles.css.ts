import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** Black on white in dark mode too, because phones reliably read nothing else. */
export const qr = screens.style({
  display: "block",
  width: "100%",
  maxWidth: "15rem",
  marginInline: "auto",
  background: "#fff",
  color: "#000",
  borderRadius: vars.rControl,
});
export const secret = screens.style({ overflowWrap: "anywhere", fontSize: vars.t20 });
