import { keyframes } from "@vanilla-extract/css";
import { motionAllowed } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const turn = keyframes({ to: { transform: "rotate(1turn)" } });

export const spinner = parts.style({
  flex: "none",
  width: "24px",
  height: "24px",
  border: `3px solid ${vars.line}`,
  borderTopColor: vars.leaf,
  borderRadius: "50%",
  "@media": { [motionAllowed]: { animation: `${turn} .8s linear infinite` } },
});
// Hidden at first by the style sheet, as a page that comes at once needs no sign.
const late = keyframes({ from: { visibility: "hidden" } });
/** Floats over the header; hidden while nothing is loading. */
export const loading = parts.style({
  position: "fixed",
  zIndex: 11,
  insetBlock: `${vars.s8} auto`,
  insetInline: 0,
  width: "fit-content",
  marginInline: "auto",
  display: "flex",
  alignItems: "center",
  gap: vars.s12,
  padding: `${vars.s8} ${vars.s16}`,
  borderRadius: vars.rPill,
  background: vars.surface,
  color: vars.softInk,
  boxShadow: vars.float,
  animation: `${late} .4s step-end backwards`,
  pointerEvents: "none",
  selectors: { "&:empty": { display: "none" } },
});
