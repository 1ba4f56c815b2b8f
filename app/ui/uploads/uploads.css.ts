import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const list = parts.style({ display: "grid", gap: vars.s8, marginBlock: vars.s8, padding: 0, listStyle: "none" });
parts.rule(`${list}:empty`, { display: "none" });
export const item = parts.style({ display: "flex", alignItems: "center", gap: vars.s12, minWidth: 0 });
export const film = parts.style({
  display: "grid",
  placeItems: "center",
  width: "56px",
  height: "56px",
  flex: "none",
  borderRadius: vars.rControl,
  background: vars.counter,
});
export const facts = parts.style({ display: "grid", gap: vars.s4, flex: 1, minWidth: 0 });
export const name = parts.style({
  fontWeight: 600,
  overflow: "hidden",
  textOverflow: "ellipsis",
  whiteSpace: "nowrap",
});
export const progress = parts.style({ width: "100%", height: "8px" });
export const state = parts.style({ color: vars.softInk, fontSize: vars.t14, fontVariantNumeric: "tabular-nums" });
export const refused = parts.style({ color: vars.tomato, fontSize: vars.t14 });
