import { parts } from "./layered";
import { vars } from "./tokens.css";

export const soft = parts.style({ color: vars.softInk });
/** Long words, such as e-mail addresses, break anywhere. */
export const breaking = parts.style({ overflowWrap: "anywhere" });
export const small = parts.style({ fontSize: vars.t14 });
/** In the leaf colour because it is good news: shipping is free. */
export const free = parts.style({ color: vars.leaf });
/** Figures that line up under one another and never break. */
export const num = parts.style({ fontVariantNumeric: "tabular-nums lining-nums", whiteSpace: "nowrap" });
