import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const address = parts.style({ fontStyle: "normal", color: vars.softInk, overflowWrap: "anywhere" });
parts.rule(`${address} > b`, { display: "block", color: vars.ink });
parts.rule(`${address} a`, { color: "inherit" });
