import { keyframes } from "@vanilla-extract/css";
import { from900 } from "~/styles/breakpoints";
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
 * Floats under the header from 900 px on. On narrower screens it would cover the page's heading, so it has a line of
 * its own under the header. The line stays empty afterwards, so that nothing moves under a finger. On a page that is
 * scrolled down it is at the top, because buttons stick to the foot of a phone's screen. Touches go through it.
 */
export const floating = parts.style({
  position: "sticky",
  zIndex: 9,
  boxShadow: vars.float,
  top: vars.s8,
  marginBlock: vars.s8,
  marginInline: vars.gutter,
  "@media": {
    [from900]: {
      position: "fixed",
      insetBlock: "82px auto",
      insetInline: vars.gutter,
      width: "fit-content",
      margin: "0 auto",
    },
    "(hover: none)": { pointerEvents: "none" },
  },
});

// Hidden by the style sheet, not by a script, so that it disappears on every phone. It stays while a pointer is on it.
const gone = keyframes({ to: { visibility: "hidden" } });
states.rule(`${floating}`, { animation: `${gone} 0s 3s forwards` });
states.rule(`${floating}:hover`, { animationPlayState: "paused" });
