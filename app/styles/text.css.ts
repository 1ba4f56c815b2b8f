import { parts } from "./layered";
import { vars } from "./tokens.css";

export const soft = parts.style({ color: vars.softInk });
/** Long words break anywhere, such as addresses of mail. */
export const breaking = parts.style({ overflowWrap: "anywhere" });
export const small = parts.style({ fontSize: vars.t14 });
/** Said in leaf because it is good news: shipping is free. */
export const free = parts.style({ color: vars.leaf });
/** Figures that line up under one another and never break. */
export const num = parts.style({ fontVariantNumeric: "tabular-nums lining-nums", whiteSpace: "nowrap" });
