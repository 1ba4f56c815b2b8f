import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const choices = screens.style({ display: "grid", gap: vars.s12 });
export const choice = screens.style({
  display: "flex",
  alignItems: "center",
  gap: vars.s16,
  padding: vars.s16,
  border: `1px solid ${vars.edge}`,
  borderRadius: vars.rCard,
  color: vars.ink,
  textDecoration: "none",
  ":hover": { borderColor: vars.leaf, background: vars.leafWash, color: vars.leafDark },
  ":focus-visible": { borderRadius: vars.rCard },
});
export const sign = screens.style({
  display: "grid",
  placeItems: "center",
  flex: "none",
  width: "48px",
  height: "48px",
  borderRadius: vars.rPill,
  background: vars.leafWash,
  color: vars.leafDark,
  fontSize: vars.t20,
  selectors: { [`${choice}:hover &`]: { background: vars.surface } },
});
export const words = screens.style({ display: "grid", gap: "2px", flex: 1, minWidth: 0 });
export const text = screens.style({ fontSize: vars.t14, lineHeight: 1.4 });
