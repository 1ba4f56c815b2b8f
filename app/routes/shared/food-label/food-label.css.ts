import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** Narrow and with thin lines, like printed labels. The column of names fits into a page of 320 px. */
export const label = screens.style({
  width: "100%",
  maxWidth: "30rem",
  borderCollapse: "collapse",
  borderBottom: `2px solid ${vars.ink}`,
  marginBottom: vars.s16,
});
screens.rule(`${label} tbody`, { borderTop: `2px solid ${vars.ink}` });
screens.rule(`${label} tr + tr`, { borderTop: `1px solid ${vars.line}` });
screens.rule(`${label} :is(th, td)`, { paddingBlock: vars.s8, textAlign: "start", verticalAlign: "top" });
screens.rule(`${label} th`, {
  width: "35%",
  paddingInlineEnd: vars.s12,
  fontSize: vars.t14,
  fontWeight: 400,
  color: vars.softInk,
});
screens.rule(`${label} td`, { overflowWrap: "anywhere", whiteSpace: "pre-line" });
screens.rule(`${label} th[scope="rowgroup"]`, { fontSize: vars.t16, fontWeight: 600, color: vars.ink });
export const figures = screens.style({});
screens.rule(`${figures} th`, { fontSize: "inherit", color: vars.ink });
screens.rule(`${figures} td`, { textAlign: "end", fontVariantNumeric: "tabular-nums" });
export const part = screens.style({});
screens.rule(`${figures} ${part}`, { paddingInlineStart: vars.s16, fontSize: vars.t14, color: vars.softInk });
