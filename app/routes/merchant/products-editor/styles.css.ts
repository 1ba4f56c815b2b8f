import { below640, from1100 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const editor = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.s16,
  alignItems: "start",
  "@media": { [from1100]: { gridTemplateColumns: "minmax(0, 1fr) 19rem", gridTemplateRows: "auto 1fr" } },
});
/** Second on a phone, beside the others on a desktop. */
export const aside = screens.style({ "@media": { [from1100]: { gridArea: "1 / 2 / span 2" } } });
export const further = screens.style({ minWidth: 0, "@media": { [from1100]: { gridArea: "2 / 1" } } });
/** The status, beside the button that saves it. */
export const status = screens.style({ flex: "1 1 8rem", minWidth: "7rem", maxWidth: "14rem" });
/** The summary of a folded part. */
export const foldSummary = screens.style({
  fontWeight: 400,
  color: vars.softInk,
  fontSize: vars.t14,
  marginInlineStart: vars.s12,
});
export const variant = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr) 44px",
  gap: vars.s12,
  alignItems: "start",
});
// The only row has no button to remove it.
screens.rule(`${variant}:not(:has(> button))`, { gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)" });
// At the height of the fields, below their labels, whether or not an error follows.
screens.rule(`${variant} > button`, { marginTop: "28px", "@media": { [below640]: { marginTop: "52px" } } });
// Otherwise one of the two labels would break, and its field would be lower than the other.
screens.rule(`${variant} label > span`, { "@media": { [below640]: { display: "block" } } });
export const film = screens.style({ display: "grid", justifyItems: "start", gap: vars.s8, marginBlock: vars.s8 });
export const video = screens.style({
  display: "block",
  width: "100%",
  maxWidth: "24rem",
  maxHeight: "14rem",
  borderRadius: vars.rControl,
  background: vars.ink,
});
export const standing = screens.style({
  display: "grid",
  gap: vars.s4,
  alignContent: "center",
  marginInlineEnd: "auto",
  color: vars.softInk,
  fontSize: vars.t14,
});
screens.rule(standing, { "@media": { [below640]: { flex: "0 1 auto" } } });
// A text of more than a word or two gets its own line on a phone.
screens.rule(`${standing}:has([role="alert"], button, p:nth-of-type(n + 3):not(:empty))`, {
  "@media": { [below640]: { flex: "1 0 100%", marginBottom: vars.s8 } },
});

export const soft = screens.style({ color: vars.softInk });
export const part = screens.style({ borderTop: `1px solid ${vars.line}`, minWidth: 0 });
screens.rule(`${part} > summary`, {
  minHeight: vars.touch,
  display: "flex",
  alignItems: "center",
  fontWeight: 600,
  cursor: "pointer",
});
screens.rule(`${part} > summary::before`, { content: '"+"', width: "1.5rem", color: vars.leaf });
screens.rule(`${part}[open] > summary::before`, { content: '"−"' });
screens.rule(`fieldset${part}`, { border: 0, padding: 0, margin: 0, display: "grid", gap: vars.s16 });
export const partBody = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.s16,
  paddingBlock: `${vars.s8} ${vars.s16}`,
});
/** A line for each allergen: its name, and its choice. */
export const allergens = screens.style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 16rem), 1fr))",
  gap: `${vars.s8} ${vars.s24}`,
  border: 0,
  padding: 0,
  margin: 0,
});
screens.rule(`${allergens} > div`, { gridTemplateColumns: "minmax(0, 1fr) 9.5rem", alignItems: "center" });
screens.rule(`${allergens} label::first-letter`, { textTransform: "uppercase" });
screens.rule(`${allergens} label`, { display: "block" });
export const size = screens.style({
  display: "grid",
  gap: vars.s12,
  paddingBlockStart: vars.s16,
  borderTop: `1px solid ${vars.line}`,
  justifyItems: "start",
});
screens.rule(`${size} > legend`, { float: "inline-start", fontWeight: 600 });
screens.rule(`${size} > :not(button)`, { justifySelf: "stretch" });

/** Parts for a kind of food, hidden while another kind of category is chosen. Browsers without :has show all parts. */
export const ofKind = { fish: screens.style({}), honey: screens.style({}) };
for (const [kind, part] of Object.entries(ofKind))
  screens.rule(`form:not(:has(option[data-kind="${kind}"]:checked)) ${part}`, { display: "none" });
