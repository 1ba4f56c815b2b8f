import { parts } from "~/styles/layered";

export const holder = parts.style({ position: "relative" });
parts.rule(`${holder} > input:nth-child(n)`, { paddingInlineEnd: "48px" });
export const toggle = parts.style({ position: "absolute", insetBlock: "0 auto", insetInline: "auto 0" });
parts.rule(`${toggle}[aria-pressed=false] > svg:last-child, ${toggle}[aria-pressed=true] > svg:nth-last-child(2)`, {
  display: "none",
});
