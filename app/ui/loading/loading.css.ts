import { keyframes } from "@vanilla-extract/css";
import { motionAllowed } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

const turn = keyframes({ to: { transform: "rotate(1turn)" } });

export const spinner = parts.style({
  flex: "none",
  width: "24px",
  height: "24px",
  border: `3px solid ${vars.line}`,
  borderTopColor: vars.leaf,
  borderRadius: "50%",
  "@media": { [motionAllowed]: { animation: `${turn} .8s linear infinite` } },
});
/** Inside a button that is at work. */
export const small = parts.style({
  selectors: { [`${spinner}&`]: { width: "1em", height: "1em", borderWidth: "2px", borderColor: "currentColor", borderTopColor: "transparent" } },
});
export const loading = parts.style({ display: "flex", alignItems: "center", gap: vars.s12, color: vars.softInk });
