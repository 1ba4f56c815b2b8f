import { from900 } from "~/styles/breakpoints";
import { screens, states } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const arrow = screens.style({ marginInlineEnd: vars.s8 });
export const picks = screens.style({});
screens.rule(`${picks} > li`, { breakInside: "avoid" });
screens.rule(`${picks} > li + li`, { borderTop: `1px solid ${vars.line}` });
export const pick = screens.style({
  display: "grid",
  gridTemplateColumns: "auto 3.5ch minmax(0, 1fr)",
  gap: vars.s12,
  minHeight: vars.touch,
  paddingBlock: vars.s8,
  fontWeight: 400,
  overflowWrap: "anywhere",
});
export const tick = screens.style({ width: "22px", height: "22px", margin: 0 });
export const more = screens.style({ display: "block" });
screens.rule(`${pick}:has(:checked)`, { color: vars.softInk, textDecoration: "line-through" });

export const slipsHead = screens.style({ marginTop: vars.s24, "@media": { print: { breakBefore: "page" } } });
export const slips = screens.style({
  display: "grid",
  gap: vars.s16,
  "@media": { [from900]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" }, print: { display: "block" } },
});
export const slip = screens.style({ overflowWrap: "anywhere", breakInside: "avoid" });
export const address = screens.style({ marginBlock: vars.s12, whiteSpace: "pre-line", fontStyle: "normal" });
export const lines = screens.style({ display: "grid", gap: vars.s4 });
export const notes = screens.style({
  marginTop: vars.s12,
  paddingTop: vars.s12,
  borderTop: `1px solid ${vars.line}`,
  whiteSpace: "pre-line",
});

export const screenOnly = screens.style({});
states.rule(`${screenOnly}, nav[aria-label='Breadcrumb']`, { "@media": { print: { display: "none" } } });
