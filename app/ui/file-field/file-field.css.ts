import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const zone = parts.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, auto)",
  placeItems: "center",
  gap: vars.s4,
  padding: `${vars.s24} ${vars.s16}`,
  border: `1.5px dashed ${vars.edge}`,
  borderRadius: vars.rCard,
  textAlign: "center",
  background: vars.paper,
});
parts.rule(`${zone}:has([aria-invalid=true])`, { borderColor: vars.tomato });
parts.rule(`${zone} input`, { maxWidth: "100%", minHeight: vars.touch });
parts.rule(`${zone} input::file-selector-button`, {
  minHeight: vars.touch,
  marginInlineEnd: vars.s12,
  paddingInline: vars.s16,
  border: `1px solid ${vars.edge}`,
  borderRadius: vars.rControl,
  background: vars.surface,
  color: "inherit",
  font: `600 ${vars.t16} ${vars.sans}`,
  cursor: "pointer",
});
// While files are dragged over it (app/browser/dropping.ts).
parts.rule(`${zone}[data-judgement=welcome]`, { borderColor: vars.leaf, background: vars.leafWash });
for (const judgement of ["wrong-kind", "too-many"])
  parts.rule(`${zone}[data-judgement=${judgement}]`, { borderColor: vars.tomato, background: vars.tomatoWash });
export const drop = parts.style({ color: vars.softInk });
// Pictures that app/browser/chosen-pictures.ts puts there.
parts.rule("[data-chosen-pictures] img", { objectFit: "cover", borderRadius: vars.rControl });
export const media = parts.style({
  marginBlock: vars.s8,
  padding: 0,
  listStyle: "none",
  display: "flex",
  flexWrap: "wrap",
  gap: vars.s12,
});
parts.rule(`${media} > li`, { position: "relative" });
export const remove = parts.style({});
parts.rule(`${media} > li > ${remove}`, {
  position: "absolute",
  insetBlock: "-6px auto",
  insetInline: "auto -6px",
  background: vars.surface,
  borderColor: vars.line,
});
parts.rule(":root[data-in-place] [data-movable] > li", { cursor: "grab" });
parts.rule("[data-drop-target]", {
  borderRadius: vars.rControl,
  outline: `2px solid ${vars.leaf}`,
  outlineOffset: "2px",
});
export const order = parts.style({
  display: "flex",
  alignItems: "center",
  justifyContent: "space-between",
  minHeight: vars.touch,
});
export const main = parts.style({
  paddingInline: vars.s8,
  borderRadius: vars.rPill,
  background: vars.leafWash,
  color: vars.leafDark,
  fontSize: vars.t13,
  fontWeight: 600,
});
