import { from900 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const head = screens.style({ display: "grid", gap: vars.s12, justifyItems: "start" });
screens.rule(`${head} > picture`, { justifySelf: "stretch" });
/** A low band, whatever the shape of the picture. */
export const banner = screens.style({
  display: "block",
  width: "100%",
  aspectRatio: "3 / 1",
  objectFit: "cover",
  borderRadius: vars.rCard,
  background: vars.leafWash,
  "@media": { [from900]: { aspectRatio: "5 / 1" } },
});
export const facts = screens.style({ display: "grid", gap: vars.s8 });
screens.rule(`${facts} > li`, { display: "flex", gap: vars.s8, overflowWrap: "anywhere" });
screens.rule(`${facts} svg`, { flex: "none", marginTop: "4px", color: vars.leaf });
export const closed = screens.style({
  padding: `${vars.s8} ${vars.s12}`,
  borderRadius: vars.rControl,
  background: vars.honeyWash,
  color: vars.honeyDark,
});
screens.rule(`${facts} > ${closed} svg`, { color: "inherit" });
export const lines = screens.style({ whiteSpace: "pre-line" });
export const words = screens.style({ maxWidth: "65ch", whiteSpace: "pre-line" });
export const count = screens.style({ color: vars.softInk, fontWeight: 400 });
