import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const arrow = screens.style({ marginInlineEnd: vars.s8 });
export const preview = screens.style({});
screens.rule(`${preview} td`, { overflowWrap: "anywhere" });
screens.rule(`${preview} del`, { color: vars.softInk });
export const becomes = screens.style({ fontWeight: 600, textDecoration: "none" });
export const refusedText = screens.style({ color: vars.tomato });
export const notChanged = screens.style({ display: "grid", gap: vars.s8, overflowWrap: "anywhere" });
