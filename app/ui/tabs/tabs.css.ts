import { forcedColours } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const tabs = parts.style({});
parts.rule(`${tabs} > nav`, {
  display: "flex",
  columnGap: vars.s24,
  overflowX: "auto",
  scrollbarWidth: "none",
  borderBottom: `1px solid ${vars.line}`,
});
parts.rule(`${tabs} > nav a`, {
  paddingBlock: vars.s12,
  color: vars.softInk,
  fontWeight: 600,
  textDecoration: "none",
  borderBottom: "3px solid transparent",
  whiteSpace: "nowrap",
  "@media": { [forcedColours]: { borderColor: "Canvas" } },
});
parts.rule(`${tabs} > section`, { paddingBlock: vars.s16, maxWidth: "44rem", scrollMarginTop: vars.s64 });

// The address says which tab is open. A browser that cannot tell (no `:has`) shows all, one under the other.
const opened = [1, 2, 3, 4].map(
  (place) => `${tabs}:has(> section:nth-of-type(${place}):target) > nav a:nth-child(${place})`,
);
parts.rule([`${tabs}:not(:has(> :target)) > nav a:first-child`, ...opened].join(", "), {
  color: vars.ink,
  borderColor: vars.leaf,
  "@media": { [forcedColours]: { borderColor: "Highlight" } },
});
parts.rule(`${tabs}:not(:has(> :target)) > section ~ section, ${tabs}:has(> :target) > section:not(:target)`, {
  display: "none",
});
