import { parts } from "~/styles/layered";

export const holder = parts.style({ position: "relative" });
parts.rule(`${holder} > input:nth-child(n)`, { paddingInlineEnd: "48px" });
export const toggle = parts.style({ position: "absolute", insetBlock: "0 auto", insetInline: "auto 0" });
