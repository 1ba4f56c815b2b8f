import { parts } from "~/styles/layered";

export const icon = parts.style({
  display: "inline-block",
  verticalAlign: "-.25em",
  width: "1.25em",
  height: "1.25em",
  flex: "none",
  fill: "none",
  stroke: "currentColor",
  strokeWidth: 2,
  strokeLinecap: "round",
  strokeLinejoin: "round",
});
