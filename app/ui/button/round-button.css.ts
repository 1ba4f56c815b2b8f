import { forcedColours } from "~/styles/breakpoints";
import { parts, states } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const round = parts.style({
  display: "inline-grid",
  placeItems: "center",
  position: "relative",
  flex: "none",
  width: vars.touch,
  height: vars.touch,
  padding: 0,
  border: "1px solid transparent",
  borderRadius: vars.rPill,
  background: "none",
  color: "inherit",
  textDecoration: "none",
  cursor: "pointer",
  ":hover": { background: vars.leafWash, color: vars.leafDark },
  ":focus-visible": { borderRadius: vars.rPill },
});
const pressed = "[aria-pressed=true]";

/** The circle looks 36 px and is 44, so that it hides little of the picture. */
export const onPicture = parts.style({
  selectors: {
    [`${round}&`]: { zIndex: 1, background: `radial-gradient(closest-side, ${vars.surface} 82%, transparent 84%)` },
  },
});
export const edged = parts.style({ selectors: { [`${round}&`]: { borderColor: vars.edge } } });
export const cart = parts.style({
  selectors: {
    [`${round}&`]: { zIndex: 1, borderColor: vars.leaf, color: vars.leaf },
    [`${round}&${pressed}`]: { background: vars.leaf, color: vars.onLeaf },
  },
});
export const heart = parts.style({
  selectors: {
    [`${round}&${pressed}`]: { color: vars.tomato },
    [`${round}${edged}&${pressed}`]: { background: vars.tomatoWash, borderColor: "transparent" },
  },
});
parts.rule(`${heart}${pressed} svg`, { fill: "currentColor" });

states.rule(`${cart}:disabled`, {
  background: vars.line,
  borderColor: vars.line,
  color: vars.softInk,
  cursor: "not-allowed",
});

export const badge = parts.style({
  position: "absolute",
  insetBlock: "2px auto",
  insetInline: "auto 0",
  minWidth: "18px",
  paddingInline: "5px",
  borderRadius: vars.rPill,
  background: vars.tomato,
  color: vars.onTomato,
  font: `700 11px/18px ${vars.sans}`,
  textAlign: "center",
  "@media": { [forcedColours]: { border: "1px solid" } },
});
