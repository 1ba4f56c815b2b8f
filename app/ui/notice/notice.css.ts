import { keyframes } from "@vanilla-extract/css";
import { from640, from900 } from "~/styles/breakpoints";
import { parts, states } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const notice = parts.style({
  display: "flex",
  alignItems: "center",
  gap: vars.s12,
  minHeight: vars.touch,
  padding: `${vars.s12} ${vars.s16}`,
  borderRadius: vars.rControl,
  background: vars.leafWash,
  color: vars.leafDark,
  border: "1px solid currentColor",
  fontWeight: 600,
});
export const danger = parts.style({
  selectors: { [`${notice}&`]: { background: vars.tomatoWash, color: vars.tomato } },
});

/**
 * Floats where the page begins, under the header: on a phone the foot of the screen is where buttons stick. A finger
 * reaches what lies under it.
 */
export const floating = parts.style({
  position: "fixed",
  zIndex: 9,
  boxShadow: vars.float,
  insetBlock: "116px auto",
  insetInline: vars.gutter,
  "@media": {
    [from640]: { width: "fit-content", marginInline: "auto" },
    [from900]: { insetBlock: "82px auto" },
    "(hover: none)": { pointerEvents: "none" },
  },
});

// Hidden by the sheet, not by a script, so that it goes away on every phone. A pointer or the focus on it keeps it.
const gone = keyframes({ to: { visibility: "hidden" } });
states.rule(`${floating}`, { animation: `${gone} 0s 3s forwards` });
states.rule(`${floating}:hover`, { animationPlayState: "paused" });
