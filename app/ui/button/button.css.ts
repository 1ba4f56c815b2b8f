import { motionAllowed } from "~/styles/breakpoints";
import { parts, states } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";
import { turn } from "~/ui/loading/loading.css";

export const button = parts.style({
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  gap: vars.s8,
  minHeight: vars.touch,
  padding: `${vars.s8} ${vars.s16}`,
  border: `1px solid ${vars.leaf}`,
  borderRadius: vars.rControl,
  background: vars.leaf,
  color: vars.onLeaf,
  fontWeight: 600,
  lineHeight: 1.25,
  textAlign: "center",
  textDecoration: "none",
  cursor: "pointer",
  ":hover": { background: vars.leafDark, borderColor: vars.leafDark, color: vars.onLeaf },
});
export const quiet = parts.style({
  selectors: {
    [`${button}&`]: { background: "transparent", borderColor: vars.edge, color: vars.ink },
    [`${button}&:hover`]: { background: vars.leafWash, borderColor: vars.leaf, color: vars.leafDark },
  },
});
export const danger = parts.style({
  selectors: {
    [`${button}&, ${button}&:hover`]: { background: vars.tomato, borderColor: vars.tomato, color: vars.onTomato },
  },
});
export const wide = parts.style({ width: "100%" });

states.rule(`${button}[aria-disabled=true], ${button}:disabled`, {
  background: vars.line,
  borderColor: vars.line,
  color: vars.softInk,
  cursor: "not-allowed",
});

// While busy: a ring that turns, and stands still where the person asked for less motion.
states.rule(`${button}[aria-busy=true]::before`, {
  content: '""',
  flex: "none",
  width: "1em",
  height: "1em",
  border: "2px solid currentColor",
  borderTopColor: "transparent",
  borderRadius: "50%",
  "@media": { [motionAllowed]: { animation: `${turn} .8s linear infinite` } },
});

// Nothing can be pressed on paper.
states.rule(`${button}`, { "@media": { print: { display: "none" } } });

/** A text link that stands alone and is as tall as a control. */
export const more = parts.style({
  display: "inline-flex",
  alignItems: "center",
  minHeight: vars.touch,
  fontWeight: 600,
  overflowWrap: "anywhere",
});
