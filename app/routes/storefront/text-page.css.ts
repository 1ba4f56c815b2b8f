import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** A readable width, and space between sections. */
export const text = screens.style({ display: "grid", gap: vars.s32, maxWidth: "44rem" });
screens.rule(`${text} > header > * + *`, { marginTop: vars.s8 });
screens.rule(`${text} > section > * + *`, { marginTop: vars.s12 });
