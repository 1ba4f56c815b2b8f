import type { GlobalStyleRule } from "@vanilla-extract/css";
import { narrowPanel } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const find = screens.style({ display: "flex", gap: vars.s8, marginBottom: vars.s16, maxWidth: "30rem" });
screens.rule(`${find} > input`, { minWidth: 0 });
export const table = screens.style({});
screens.rule(`${table} td:first-child`, { minWidth: "12rem" });
export const named = screens.style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr)",
  alignItems: "center",
  gap: vars.s8,
});
export const together = screens.style({ paddingTop: vars.s16, borderTop: `1px solid ${vars.line}` });
export const actions = screens.style({ whiteSpace: "nowrap", textAlign: "end" });
screens.rule(`${actions} > a`, { verticalAlign: "middle" });
// The name with its buttons beside it, and the rest in a line below, so that five rows fit on a phone's screen.
const narrow = (selector: string, rule: GlobalStyleRule) =>
  screens.rule(`${table} ${selector}`, { "@container": { [narrowPanel]: rule } });
narrow("tbody tr", {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `${vars.s4} ${vars.s12}`,
  paddingBlock: vars.s8,
});
narrow("tr > td:nth-child(n)", { order: 2, fontSize: vars.t14 });
narrow("tr > td:first-child:nth-child(n)", { order: 0, flex: "1 0 calc(100% - 110px)", fontSize: vars.t16 });
narrow(`tr > td${actions}:nth-child(n)`, { order: 1, marginInlineStart: "auto" });
narrow("td[data-label]::before", { display: "inline", content: "none" });
narrow("td[data-label=Stock]::before", { content: "attr(data-label) ' '" });

export const dialog = screens.style({
  width: "min(26rem, calc(100vw - 32px))",
  margin: "auto",
  padding: vars.s24,
  border: `1px solid ${vars.line}`,
  borderRadius: vars.rCard,
  background: vars.surface,
  color: vars.ink,
  boxShadow: vars.float,
  whiteSpace: "normal",
  textAlign: "start",
  "::backdrop": { background: "rgb(0 0 0 / .45)" },
});
