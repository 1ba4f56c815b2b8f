import { below640, from900, sticksBelow640 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";
import { standing } from "~/ui/picture/picture.css";
import { thumb } from "~/ui/thumb/thumb.css";
import { lead } from "~/ui/price/price.css";
import { tabs } from "~/ui/tabs/tabs.css";

export const detail = screens.style({
  "@media": {
    [from900]: {
      display: "grid",
      gridTemplateColumns: "minmax(0, 5fr) minmax(0, 6fr)",
      gap: vars.s48,
      alignItems: "start",
    },
  },
});

/** One picture as wide as the column, lower on a phone so that the title shows below it. */
export const pictures = screens.style({ display: "grid", gap: vars.s12 });
export const large = screens.style({ aspectRatio: "4 / 3", "@media": { [from900]: { aspectRatio: "1" } } });
screens.rule(`${large} ${standing}`, { width: "52%", "@media": { [from900]: { width: "66%" } } });
export const thumbs = screens.style({ display: "flex", flexWrap: "wrap", gap: vars.s8 });
screens.rule(`${thumbs} a`, { display: "block", borderRadius: vars.rControl });
screens.rule(`${thumbs} [aria-current] ${thumb}`, { outline: `2px solid ${vars.leaf}`, outlineOffset: "-2px" });
export const video = screens.style({ width: "100%", borderRadius: vars.rCard, background: vars.clayWash });

export const facts = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.s24,
  marginTop: vars.s24,
  alignContent: "start",
  "@media": { [from900]: { margin: 0 } },
});
screens.rule(`${facts} > header`, { display: "grid", gap: vars.s8 });
export const ticks = screens.style({ display: "grid", gap: vars.s8, overflowWrap: "anywhere" });
screens.rule(`${ticks} svg`, { color: vars.leaf, marginInlineEnd: vars.s8 });
export const bad = screens.style({ color: vars.tomato });
screens.rule(`${ticks} ${bad} svg`, { color: "inherit" });

/** Stays at the foot of a phone's screen while the page scrolls, so that the action is never far. */
export const buying = screens.style({
  display: "grid",
  gap: vars.s8,
  "@media": { [below640]: { display: "contents" } },
});
export const buy = screens.style({
  display: "flex",
  gap: vars.s8,
  "@media": {
    [sticksBelow640]: {
      position: "sticky",
      zIndex: 2,
      bottom: 0,
      marginInline: `calc(-1 * ${vars.gutter})`,
      padding: `${vars.s12} ${vars.gutter}`,
      background: vars.surface,
      borderBlock: `1px solid ${vars.line}`,
    },
  },
});
screens.rule(`${buy} button[value=cart]:not([aria-hidden])`, { flex: 1, paddingInline: vars.s8 });
export const inCart = screens.style({ selectors: { "&:empty": { display: "none" } } });

export const meta = screens.style({
  display: "grid",
  gap: vars.s12,
  paddingTop: vars.s24,
  borderTop: `1px solid ${vars.line}`,
  "@media": { [below640]: { border: 0, padding: 0 } },
});
screens.rule(`${meta} > div`, { display: "grid", gridTemplateColumns: "6rem 1fr", alignItems: "baseline" });
screens.rule(`${meta} dt`, { color: vars.softInk });
export const tags = screens.style({ display: "flex", flexWrap: "wrap", gap: vars.s8 });
screens.rule(`${tags} a`, {
  display: "inline-flex",
  alignItems: "center",
  minHeight: vars.touch,
  paddingInline: vars.s16,
  border: `1px solid ${vars.edge}`,
  borderRadius: vars.rPill,
  color: vars.softInk,
  fontSize: vars.t14,
  textDecoration: "none",
});
screens.rule(`${tags} a:hover`, { background: vars.leafWash, borderColor: vars.leaf, color: vars.leafDark });

export const description = screens.style({ whiteSpace: "pre-line" });
export const figures = screens.style({ display: "grid", marginTop: vars.s16, borderTop: `1px solid ${vars.line}` });
screens.rule(`${figures} > div`, {
  display: "grid",
  gridTemplateColumns: "minmax(6rem, 1fr) 2fr",
  gap: vars.s16,
  paddingBlock: vars.s8,
  borderBottom: `1px solid ${vars.line}`,
});
screens.rule(`${figures} dt`, { color: vars.softInk });
// The text keeps a readable width. The line under the tabs has the full width.
screens.rule(`${facts} ${tabs}`, { minWidth: 0 });

/** Near the price, so that a person who must not eat it reads it first. */
export const allergens = screens.style({
  padding: `${vars.s12} ${vars.s16}`,
  borderInlineStart: `3px solid ${vars.honey}`,
  background: vars.honeyWash,
  overflowWrap: "anywhere",
});
export const labels = screens.style({ display: "flex", flexWrap: "wrap", gap: vars.s8 });

export const sizeLine = screens.style({ color: vars.softInk, fontSize: vars.t20 });
export const sizes = screens.style({ display: "grid", gap: vars.s8 });
screens.rule(`${sizes} > legend`, { fontWeight: 700, marginBlockEnd: vars.s8 });
export const sizeOption = screens.style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr) auto",
  alignItems: "center",
  gap: vars.s12,
  minHeight: vars.touch,
  padding: `${vars.s8} ${vars.s12}`,
  border: `1px solid ${vars.edge}`,
  borderRadius: vars.rControl,
  background: vars.surface,
  cursor: "pointer",
});
screens.rule(`${sizeOption} > p`, { flexDirection: "column", alignItems: "end", textAlign: "end" });
screens.rule(`${sizeOption} ${lead}`, { display: "block" });
screens.rule(`${sizeOption} > span`, { display: "grid", overflowWrap: "anywhere" });
screens.rule(`${sizeOption}:has(:checked)`, { borderColor: vars.leaf, background: vars.leafWash });
screens.rule(`${sizeOption}:has(:focus-visible)`, { outline: `2px solid ${vars.leaf}`, outlineOffset: "2px" });
screens.rule(`${sizeOption}:has(:disabled)`, { borderStyle: "dashed", color: vars.softInk, cursor: "default" });
export const sizeFacts = screens.style({ color: vars.softInk, fontSize: vars.t14, fontWeight: 400 });
screens.rule(`${sizeOption} > input`, { width: "22px", height: "22px" });
