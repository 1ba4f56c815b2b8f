import { from640 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const arrow = screens.style({ marginInlineEnd: vars.s8 });
export const form = screens.style({ display: "grid", gap: vars.s16, minWidth: 0 });
export const top = screens.style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "end",
  justifyContent: "space-between",
  gap: vars.s12,
  marginBottom: vars.s12,
});
screens.rule(`${top} > div`, { flex: "1 1 14rem", maxWidth: "24rem" });

export const order = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) auto",
  columnGap: vars.s12,
  paddingBlock: vars.s12,
  borderTop: `1px solid ${vars.line}`,
  "@media": { [from640]: { gridTemplateColumns: "minmax(0, 1fr) minmax(0, 22rem) auto", alignItems: "center" } },
});
export const name = screens.style({
  display: "flex",
  alignItems: "center",
  gap: vars.s12,
  minHeight: vars.touch,
  fontWeight: 400,
  overflowWrap: "anywhere",
  cursor: "pointer",
});
export const tick = screens.style({ width: "22px", height: "22px", margin: 0, flex: "none" });
export const open = screens.style({
  display: "flex",
  alignItems: "center",
  minHeight: vars.touch,
  "@media": { [from640]: { gridArea: "1 / 3 / span 2" } },
});
export const pieces = screens.style({
  gridColumn: "1 / -1",
  marginBottom: vars.s8,
  overflowWrap: "anywhere",
  "@media": { [from640]: { gridArea: "2 / 1", marginBottom: 0 } },
});
export const way = screens.style({
  gridColumn: "1 / -1",
  display: "grid",
  gridTemplateColumns: "3fr 2fr",
  gap: vars.s8,
  "@media": { [from640]: { gridArea: "1 / 2 / span 2" } },
});
screens.rule(`${way} > div`, { minWidth: 0 });
export const notMarked = screens.style({ display: "grid", gap: vars.s8, overflowWrap: "anywhere" });
