import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const head = screens.style({ marginBottom: vars.s16 });
export const form = screens.style({ display: "grid", gap: vars.s16 });
export const delivery = screens.style({ display: "grid", gap: vars.s4, justifyItems: "start" });
/** Keeps the lines as they were typed. */
export const lines = screens.style({ whiteSpace: "pre-line", overflowWrap: "anywhere", fontStyle: "normal" });
export const held = screens.style({ fontSize: vars.t14, color: vars.softInk, textAlign: "center" });
export const test = screens.style({
  marginBlock: vars.s12,
  padding: vars.s12,
  borderRadius: vars.rControl,
  background: vars.honeyWash,
  color: vars.honeyDark,
});

/** The place of the card form, from the start about as high as the form will be. */
export const place = screens.style({ display: "grid", alignContent: "start", minHeight: "17rem" });
/** Laid out but invisible, because the provider's script measures it while the page still shows the plain form. */
export const unseen = screens.style({ height: 0, overflow: "hidden", visibility: "hidden" });
export const under = screens.style({ marginTop: vars.s4, textAlign: "center" });
