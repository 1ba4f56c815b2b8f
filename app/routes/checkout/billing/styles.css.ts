import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const head = screens.style({ marginBottom: vars.s16 });
export const form = screens.style({ display: "grid", gap: vars.s16, gridTemplateColumns: "minmax(0, 1fr)" });
export const small = screens.style({ fontSize: vars.t14, color: vars.softInk, textAlign: "center" });
export const legend = screens.style({ padding: 0, marginBottom: vars.s12, fontSize: vars.t20 });
export const shipping = screens.style({ marginTop: vars.s8 });

/** The other address shows once it is asked for; a browser that cannot tell shows it always. */
export const elsewhere = screens.style({});
screens.rule(`${elsewhere}:not(:has(input[type=checkbox]:checked)) ${shipping}`, { display: "none" });
