import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const head = screens.style({
  display: "flex",
  flexWrap: "wrap",
  justifyContent: "space-between",
  alignItems: "baseline",
  gap: vars.s8,
});
screens.rule(`${head} > h2`, { fontSize: vars.t20 });
export const way = screens.style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  gap: vars.s12,
  paddingBlock: vars.s12,
  borderTop: `1px solid ${vars.line}`,
  overflowWrap: "anywhere",
});
screens.rule(`${way} > svg`, { color: vars.leaf, marginTop: vars.s4 });
screens.rule(`${way} p`, { fontSize: vars.t14, color: vars.softInk });
