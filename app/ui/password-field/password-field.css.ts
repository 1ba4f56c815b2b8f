import { parts } from "~/styles/layered";

export const holder = parts.style({ position: "relative" });
parts.rule(`${holder} > input:nth-child(n)`, { paddingRight: "48px" });
export const toggle = parts.style({ position: "absolute", inset: "0 0 auto auto" });
