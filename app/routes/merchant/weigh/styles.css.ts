import { from1000, from640 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const arrow = screens.style({ marginInlineEnd: vars.s8 });
export const form = screens.style({ display: "grid", gap: vars.s16, minWidth: 0 });
export const sizes = screens.style({
  display: "grid",
  gap: vars.s16,
  alignItems: "start",
  "@media": { [from1000]: { gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)" } },
});
export const head = screens.style({
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  gap: vars.s12,
  paddingBottom: vars.s12,
});
export const goods = screens.style({ display: "flex", alignItems: "center", gap: vars.s12, minWidth: 0 });
export const title = screens.style({ fontSize: vars.t20 });
export const count = screens.style({ color: vars.softInk, fontSize: vars.t20 });
export const line = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) 7rem 4.25rem",
  gap: vars.s12,
  alignItems: "start",
  paddingBlock: vars.s8,
  borderTop: `1px solid ${vars.line}`,
  breakInside: "avoid",
  "@media": { [from640]: { gridTemplateColumns: "minmax(0, 1fr) 9rem 6rem" } },
});
export const order = screens.style({ display: "grid", overflowWrap: "anywhere" });
export const pieces = screens.style({ display: "grid", gap: vars.s8, minWidth: 0 });
export const due = screens.style({ textAlign: "end", paddingTop: vars.s8 });
export const confirm = screens.style({
  display: "flex",
  alignItems: "center",
  gap: vars.s8,
  minHeight: vars.touch,
  cursor: "pointer",
});
export const tick = screens.style({ width: "22px", height: "22px", margin: 0, flex: "none" });
