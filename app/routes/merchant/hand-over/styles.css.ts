import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";
import { STEP } from "~/ui/hand-over/contract";

/* For one-handed use of a phone in the rain: text of at least 20 px, targets of 56 px, contrast of 7:1. */

const TARGET = "56px";
/** Inverted colours: dark in the light scheme, light in the dark one. */
const strip = { background: vars.ink, color: vars.paper };

export const rain = screens.style({ minHeight: "100vh", fontSize: vars.t20, lineHeight: 1.4, color: vars.ink });

export const noLine = screens.style({
  ...strip,
  display: "flex",
  alignItems: "center",
  gap: vars.s12,
  padding: `${vars.s12} ${vars.gutter}`,
  fontWeight: 600,
});
screens.rule(`${noLine} a`, { color: "inherit", textDecoration: "underline", whiteSpace: "nowrap" });

export const top = screens.style({
  display: "flex",
  alignItems: "center",
  gap: vars.s12,
  minHeight: TARGET,
  padding: `0 ${vars.gutter}`,
  borderBottom: `1px solid ${vars.line}`,
  background: vars.surface,
});
screens.rule(`${top} > h1`, { flex: 1, fontSize: vars.t20 });
screens.rule(`${top} > b`, { whiteSpace: "nowrap", fontVariantNumeric: "tabular-nums" });
export const round = screens.style({
  display: "grid",
  placeItems: "center",
  width: TARGET,
  height: TARGET,
  marginInlineStart: "-16px",
  color: "inherit",
});

export const work = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.s16,
  width: "100%",
  maxWidth: "36rem",
  marginInline: "auto",
  padding: `${vars.s12} ${vars.gutter} ${vars.s48}`,
});

export const find = screens.style({ display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: vars.s8 });
export const codeLine = screens.style({ display: "flex", gap: vars.s8 });
export const code = screens.style({
  flex: 1,
  minWidth: 0,
  height: "72px",
  padding: `0 ${vars.s12}`,
  border: `2px solid ${vars.ink}`,
  borderRadius: vars.rControl,
  background: vars.surface,
  color: vars.ink,
  fontSize: "1.75rem",
  fontWeight: 600,
  letterSpacing: ".08em",
  textTransform: "uppercase",
});

export const press = screens.style({
  display: "inline-flex",
  alignItems: "center",
  justifyContent: "center",
  gap: vars.s12,
  minHeight: "72px",
  padding: `${vars.s8} ${vars.s24}`,
  border: `2px solid ${vars.leafDark}`,
  borderRadius: vars.rControl,
  background: vars.leafDark,
  color: vars.onLeaf,
  font: "inherit",
  fontWeight: 600,
  cursor: "pointer",
});
export const quiet = screens.style({
  selectors: {
    [`${press}&`]: { minHeight: TARGET, borderColor: vars.ink, background: vars.surface, color: vars.ink },
  },
});

export const problem = screens.style({
  padding: vars.s16,
  border: `2px solid ${vars.ink}`,
  borderInlineStart: `12px solid ${vars.tomato}`,
  borderRadius: vars.rControl,
  background: vars.surface,
  fontWeight: 600,
});

export const card = screens.style({
  border: `3px solid ${vars.leafDark}`,
  borderRadius: vars.rCard,
  padding: vars.s16,
  background: vars.surface,
});
screens.rule(`${card} > h2`, { fontSize: vars.t25, overflowWrap: "anywhere" });
export const lines = screens.style({ margin: `${vars.s8} 0 0`, padding: 0, listStyle: "none" });
screens.rule(`${lines} > li`, {
  display: "grid",
  gridTemplateColumns: "2ch minmax(0, 1fr)",
  gap: vars.s16,
  paddingBlock: vars.s12,
  borderTop: `1px solid ${vars.line}`,
});
export const give = screens.style({ display: "grid", gap: vars.s12, marginTop: vars.s16 });
screens.rule(`${card} video`, { width: "100%" });

export const pay = screens.style({
  display: "grid",
  gap: vars.s8,
  padding: vars.s16,
  border: `2px solid ${vars.ink}`,
  borderRadius: vars.rControl,
  background: vars.honeyWash,
  fontWeight: 600,
});
screens.rule(`${pay} > label`, { display: "grid", gridTemplateColumns: "minmax(0, 1fr)", gap: vars.s8 });
export const due = screens.style({ fontSize: vars.t25, lineHeight: 1.25 });
screens.rule(`${pay} output`, { fontSize: vars.t25, lineHeight: 1.25, fontVariantNumeric: "tabular-nums" });
export const missing = screens.style({ display: "inline-flex", alignItems: "center", minHeight: TARGET });
/** The change of the order before, for which its buyer still waits. */
export const change = screens.style({
  padding: vars.s16,
  border: `2px solid ${vars.ink}`,
  borderRadius: vars.rControl,
  background: vars.honeyWash,
  fontSize: vars.t25,
  fontWeight: 600,
});
export const toPay = screens.style({ whiteSpace: "nowrap" });
for (const step of ["kept", "sent"]) screens.rule(`[${STEP}=${step}] ${toPay}`, { display: "none" });

export const listHead = screens.style({ fontSize: vars.t20 });
export const list = screens.style({ margin: 0, padding: 0, listStyle: "none" });
screens.rule(`${list} > li`, {
  display: "grid",
  gridTemplateColumns: "32px minmax(0, 1fr) auto",
  gap: vars.s16,
  alignItems: "center",
  borderTop: `1px solid ${vars.line}`,
});
screens.rule(`${list} > li > a`, {
  display: "grid",
  minHeight: TARGET,
  paddingBlock: vars.s8,
  color: vars.ink,
  textDecoration: "none",
  overflowWrap: "anywhere",
});
screens.rule(`${list} > li > a > b`, { textDecoration: "underline", textUnderlineOffset: "3px" });
export const said = screens.style({});
// A refusal is a sentence, so it gets a line of its own.
screens.rule(`[${STEP}=refused] > ${said}`, { gridColumn: "2 / -1", paddingBottom: vars.s12, fontWeight: 600 });

/** A circle. It gets a tick once the order is handed over. */
export const mark = screens.style({
  display: "grid",
  placeItems: "center",
  width: "28px",
  height: "28px",
  border: `2px solid ${vars.ink}`,
  borderRadius: "50%",
});
screens.rule(`${mark} > svg`, { visibility: "hidden", width: "28px", height: "28px" });
for (const step of ["done", "kept", "sent"]) {
  screens.rule(`[${STEP}=${step}] > ${mark}`, { border: 0 });
  screens.rule(`[${STEP}=${step}] > ${mark} > svg`, { visibility: "visible" });
}
for (const step of ["off", "refused"]) screens.rule(`[${STEP}=${step}] > ${mark}`, { borderStyle: "dashed" });
