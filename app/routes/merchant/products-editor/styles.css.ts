import { from1100 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const editor = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.s16,
  alignItems: "start",
  "@media": { [from1100]: { gridTemplateColumns: "minmax(0, 1fr) 19rem" } },
});
export const variant = screens.style({ display: "grid", gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr) 44px", gap: vars.s12, alignItems: "start" });
// Level with the controls, under their labels, whether an error follows or not.
screens.rule(`${variant} > button`, { marginTop: "28px" });
export const film = screens.style({ display: "grid", justifyItems: "start", gap: vars.s8, marginBlock: vars.s8 });
export const video = screens.style({ display: "block", width: "100%", maxWidth: "24rem", maxHeight: "14rem", borderRadius: vars.rControl, background: vars.ink });
export const standing = screens.style({ display: "grid", gap: vars.s4, alignContent: "center", marginRight: "auto", color: vars.softInk, fontSize: vars.t14 });
