import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const part = parts.style({ marginTop: vars.s12 });
/** In a line of its own under the product's name. */
export const pieces = parts.style({ display: "block", marginTop: vars.s4 });
