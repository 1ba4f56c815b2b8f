import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const notes = screens.style({ display: "grid", gap: vars.s8, paddingLeft: vars.s24, listStyle: "disc" });
export const imports = screens.style({ display: "grid", gap: vars.s8, padding: 0, listStyle: "none" });
