import { narrowPanel } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const find = screens.style({ display: "flex", gap: vars.s8, marginBottom: vars.s16, maxWidth: "30rem" });
screens.rule(`${find} > input`, { minWidth: 0 });
export const table = screens.style({});
screens.rule(`${table} td:first-child`, { minWidth: "12rem" });
export const actions = screens.style({ whiteSpace: "nowrap", textAlign: "end" });
screens.rule(`${actions} > a`, { verticalAlign: "middle" });
screens.rule(`${table} tr > td${actions}:nth-child(n)`, {
  "@container": { [narrowPanel]: { gridColumn: "1 / -1", textAlign: "end" } },
});

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

export const stands = screens.style({ marginBottom: vars.s8 });
export const stand = screens.style({
  display: "flex",
  alignItems: "center",
  minHeight: vars.touch,
  paddingInline: vars.s16,
  border: `1px solid ${vars.line}`,
  borderRadius: vars.rPill,
  color: "inherit",
  textDecoration: "none",
  whiteSpace: "nowrap",
  ":hover": { background: vars.leafWash },
  selectors: { "&[aria-current]": { borderColor: vars.leaf, background: vars.leafWash, fontWeight: 600 } },
});
