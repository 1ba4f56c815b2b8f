import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** The picture as it is now, above the chooser of a new one. */
export const picture = screens.style({ marginBlock: vars.s4 });
