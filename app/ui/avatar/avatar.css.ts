import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";
import { wall } from "~/ui/picture/picture.css";

export const avatar = parts.style({
  display: "grid",
  placeItems: "center",
  flex: "none",
  overflow: "hidden",
  width: "40px",
  height: "40px",
  borderRadius: vars.rPill,
  background: wall,
  fontSize: vars.t14,
  fontWeight: 700,
});
export const small = parts.style({
  selectors: { [`${avatar}&`]: { width: "28px", height: "28px", fontSize: "11px" } },
});
export const large = parts.style({
  selectors: { [`${avatar}&`]: { width: "96px", height: "96px", fontSize: vars.t31 } },
});
parts.rule(`${avatar} img`, { width: "100%", height: "100%", objectFit: "cover" });
