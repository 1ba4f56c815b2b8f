import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** The present picture, above the field for a new one. */
export const picture = screens.style({ marginBlock: vars.s4 });
