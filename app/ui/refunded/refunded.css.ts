import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const part = parts.style({ marginTop: vars.s12 });
/** In a line of its own under the product's name. */
export const pieces = parts.style({ display: "block", marginTop: vars.s4 });
export const list = parts.style({ display: "grid", gap: vars.s8, marginTop: vars.s12, overflowWrap: "anywhere" });
