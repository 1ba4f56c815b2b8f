import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const head = screens.style({ marginBottom: vars.s16 });
export const form = screens.style({ display: "grid", gap: vars.s16, gridTemplateColumns: "minmax(0, 1fr)" });
export const small = screens.style({ fontSize: vars.t14, color: vars.softInk, textAlign: "center" });
export const legend = screens.style({ padding: 0, marginBottom: vars.s12, fontSize: vars.t20 });
export const shipping = screens.style({ marginTop: vars.s8 });

export const addresses = screens.style({ display: "grid", gap: vars.s8, gridTemplateColumns: "minmax(0, 1fr)" });
export const manage = screens.style({ marginTop: vars.s8, fontSize: vars.t14 });

/** The other address shows once it is chosen. A browser without `:has` always shows it. */
export const elsewhere = screens.style({});
const OTHER = "input:is([name=shipElsewhere], [name=shipTo][value=other]):checked";
screens.rule(`${elsewhere}:not(:has(${OTHER})) ${shipping}`, { display: "none" });
