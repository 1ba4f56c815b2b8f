import { forcedColours } from "~/styles/breakpoints";
import { scroller } from "~/styles/layout.css";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const tabs = parts.style({ borderBottom: `1px solid ${vars.line}` });
parts.rule(`${tabs} ${scroller}`, { gap: vars.s16, paddingBlock: 0, listStyle: "none" });
export const tab = parts.style({
  display: "inline-flex",
  alignItems: "center",
  gap: "6px",
  minHeight: "48px",
  color: vars.softInk,
  fontWeight: 600,
  textDecoration: "none",
  whiteSpace: "nowrap",
  borderBottom: "3px solid transparent",
  ":hover": { color: vars.leafDark },
  "@media": { [forcedColours]: { borderColor: "Canvas" } },
  selectors: {
    "&[aria-current]": {
      color: vars.ink,
      borderColor: vars.leaf,
      "@media": { [forcedColours]: { borderColor: "Highlight" } },
    },
  },
});
export const count = parts.style({
  minWidth: "22px",
  paddingInline: "6px",
  borderRadius: vars.rPill,
  background: vars.line,
  color: vars.ink,
  font: `700 ${vars.t13}/22px ${vars.sans}`,
  textAlign: "center",
  fontVariantNumeric: "tabular-nums lining-nums",
});
parts.rule(`${tab}[aria-current] ${count}`, { background: vars.leaf, color: vars.onLeaf });
