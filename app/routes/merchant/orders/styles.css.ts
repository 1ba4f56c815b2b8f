import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const filters = screens.style({});
export const sheet = screens.style({ marginTop: vars.s12 });
export const form = screens.style({ display: "grid", gap: vars.s16 });
