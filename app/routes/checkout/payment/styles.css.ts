import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const head = screens.style({ marginBottom: vars.s16 });
export const form = screens.style({ display: "grid", gap: vars.s16 });
export const held = screens.style({ fontSize: vars.t14, color: vars.softInk, textAlign: "center" });
export const test = screens.style({ marginBlock: vars.s12, padding: vars.s12, borderRadius: vars.rControl, background: vars.honeyWash, color: vars.honeyDark });
