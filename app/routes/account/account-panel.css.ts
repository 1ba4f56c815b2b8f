import { from640 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const room = screens.style({
  paddingBlock: `${vars.s8} ${vars.s48}`,
  "@media": { [from640]: { paddingBlock: `${vars.s24} ${vars.s64}` } },
});
export const sheet = screens.style({
  maxWidth: "30rem",
  marginInline: "auto",
  "@media": { [from640]: { padding: vars.s32 } },
});
export const intro = screens.style({ marginTop: vars.s8 });
/** A tick in the colour of a leaf, above the title. */
export const sign = screens.style({
  display: "grid",
  placeItems: "center",
  width: "56px",
  height: "56px",
  marginBottom: vars.s16,
  borderRadius: vars.rPill,
  background: vars.leafWash,
  color: vars.leafDark,
  fontSize: vars.t25,
});

// One vertical rhythm, also within forms and their fieldsets.
screens.rule(`${sheet} > * + *`, { marginTop: vars.s24 });
screens.rule(`${sheet} > ${sign} + *`, { marginTop: 0 });
screens.rule(`${sheet} > form > fieldset > * + *`, { marginTop: vars.s16 });

/** Further links of the panel. */
screens.rule(`${sheet} > ul`, { paddingTop: vars.s8, borderTop: `1px solid ${vars.line}` });
screens.rule(`${sheet} > ul > li`, {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  columnGap: vars.s8,
  minHeight: vars.touch,
});
screens.rule(`${sheet} > ul > li > a`, { paddingBlock: "10px" });

/** Two buttons that share a line. */
export const pair = screens.style({ display: "flex", flexWrap: "wrap", gap: vars.s12 });
screens.rule(`${pair} > *`, { flex: "1 1 10rem" });
