import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** Sticks to the foot of the screen while it is there. At the end of the page it is below everything else. */
export const place = parts.style({
  position: "sticky",
  zIndex: 12,
  bottom: 0,
  selectors: { "&:empty": { display: "none" } },
});
export const message = parts.style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "center",
  gap: `${vars.s8} ${vars.s16}`,
  padding: `${vars.s12} ${vars.gutter}`,
  borderTop: "1px solid currentColor",
  background: vars.tomatoWash,
  color: vars.tomato,
  fontWeight: 600,
});
export const words = parts.style({ display: "flex", alignItems: "center", gap: vars.s12, margin: 0, maxWidth: "60ch" });
export const choice = parts.style({ display: "flex", flexWrap: "wrap", gap: vars.s8 });
