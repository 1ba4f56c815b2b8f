import { from1100 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const columns = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.s16,
  alignItems: "start",
  "@media": { [from1100]: { gridTemplateColumns: "repeat(2, minmax(0, 1fr))" } },
});
export const description = screens.style({ whiteSpace: "pre-line", overflowWrap: "anywhere" });
export const media = screens.style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(7rem, 1fr))",
  gap: vars.s12,
});
export const video = screens.style({
  display: "block",
  width: "100%",
  maxHeight: "20rem",
  marginTop: vars.s12,
  borderRadius: vars.rControl,
  background: vars.ink,
});
export const facts = screens.style({});
screens.rule(`${facts} > div`, {
  display: "flex",
  justifyContent: "space-between",
  gap: vars.s16,
  paddingBlock: vars.s8,
  borderBottom: `1px solid ${vars.line}`,
});
screens.rule(`${facts} > div:last-child`, { borderBottom: 0 });
screens.rule(`${facts} dt`, { color: vars.softInk });
screens.rule(`${facts} dd`, {
  margin: 0,
  textAlign: "end",
  overflowWrap: "anywhere",
  fontVariantNumeric: "tabular-nums lining-nums",
});
