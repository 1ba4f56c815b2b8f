import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const arrow = screens.style({ marginInlineEnd: vars.s8 });
export const form = screens.style({ display: "grid", gap: vars.s16, minWidth: 0 });
export const title = screens.style({ fontSize: vars.t16, overflowWrap: "anywhere" });
export const part = screens.style({ border: 0, padding: 0, margin: 0, display: "grid", gap: vars.s16, minWidth: 0 });
