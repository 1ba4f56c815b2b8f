import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const name = screens.style({ fontSize: vars.t14, color: vars.softInk });
export const pictures = screens.style({ display: "flex", flexWrap: "wrap", gap: vars.s8, marginTop: vars.s4 });
/** A bar at the side, in addition to the word that says the same. */
export const changed = screens.style({ paddingInlineStart: vars.s12, borderInlineStart: `3px solid ${vars.honey}` });
