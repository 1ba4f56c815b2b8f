import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const head = screens.style({ marginBottom: vars.s16 });
export const form = screens.style({ display: "grid", gap: vars.s16 });
export const delivery = screens.style({ display: "grid", gap: vars.s4, justifyItems: "start" });
/** Line by line, as it was typed. */
export const lines = screens.style({ whiteSpace: "pre-line", overflowWrap: "anywhere", fontStyle: "normal" });
export const held = screens.style({ fontSize: vars.t14, color: vars.softInk, textAlign: "center" });
export const test = screens.style({
  marginBlock: vars.s12,
  padding: vars.s12,
  borderRadius: vars.rControl,
  background: vars.honeyWash,
  color: vars.honeyDark,
});

/** Where the card form comes to stand: about as high from the start as it will be. */
export const place = screens.style({ display: "grid", alignContent: "start", minHeight: "17rem" });
/** There for the provider's script, which measures it, while the plain way is still what is seen. */
export const unseen = screens.style({ height: 0, overflow: "hidden", visibility: "hidden" });
export const under = screens.style({ marginTop: vars.s4, textAlign: "center" });
