import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const written = screens.style({ whiteSpace: "pre-line", overflowWrap: "anywhere" });
export const progress = screens.style({ width: "100%" });
export const terms = screens.style({
  display: "grid",
  gridTemplateColumns: "max-content minmax(0, 1fr)",
  gap: `${vars.s8} ${vars.s16}`,
});
export const term = screens.style({ display: "contents" });
screens.rule(`${terms} dt`, { color: vars.softInk });
screens.rule(`${terms} dd`, { margin: 0 });

export const arrow = screens.style({ marginInlineEnd: vars.s8 });
export const list = screens.style({ display: "grid", margin: 0, padding: 0, listStyle: "none" });
screens.rule(`${list} > li`, { borderTop: `1px solid ${vars.line}`, paddingBlock: vars.s12 });
screens.rule(`${list} > li:first-child`, { borderTop: 0 });
export const order = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  gap: vars.s12,
  alignItems: "start",
});
