import { createVar } from "@vanilla-extract/css";
import { forcedColours } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

const share = createVar();
const star =
  "url(\"data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E%3Cpath d='m12 2 3 6.6 7 .8-5.2 4.9 1.4 7-6.2-3.5-6.2 3.5 1.4-7L2 9.4l7-.8z'/%3E%3C/svg%3E\") 0 0 / 14px";

export const stars = parts.style({
  display: "flex",
  alignItems: "center",
  gap: "6px",
  fontSize: vars.t13,
  color: vars.softInk,
  vars: { [share]: "100%" },
  "::before": {
    content: "",
    width: "70px",
    height: "14px",
    background: `linear-gradient(90deg, ${vars.honey} ${share}, ${vars.line} 0)`,
    WebkitMask: star,
    mask: star,
  },
  "@media": { [forcedColours]: { "::before": { forcedColorAdjust: "none" } } },
  selectors: { "[dir=rtl] &::before": { transform: "scaleX(-1)" } },
});
// The policy forbids inline styles, so the share of filled stars comes from the attribute.
for (const rating of [1, 2, 3, 4]) {
  parts.rule(`${stars}[data-r="${rating}"]`, { vars: { [share]: `${rating * 20}%` } });
}
