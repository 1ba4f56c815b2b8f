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

// Arrows point the other way where a language is read from right to left. The class names are Lucide's.
parts.rule("[dir=rtl] :is(.lucide-arrow-left, .lucide-arrow-right, .lucide-chevron-left, .lucide-chevron-right)", {
  transform: "scaleX(-1)",
});
