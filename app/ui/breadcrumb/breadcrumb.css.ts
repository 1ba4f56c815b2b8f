import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const breadcrumb = parts.style({});
parts.rule(`${breadcrumb} ol`, {
  display: "flex",
  flexWrap: "wrap",
  paddingBlock: vars.s8,
  fontSize: vars.t14,
  color: vars.softInk,
});
parts.rule(`${breadcrumb} li`, { display: "inline-flex", alignItems: "center", minHeight: "32px", minWidth: 0 });
parts.rule(`${breadcrumb} li + li::before`, { content: "/", marginInline: vars.s8, color: vars.edge });
parts.rule(`${breadcrumb} li > *`, { display: "inline-block", color: "inherit", overflowWrap: "anywhere" });
// 44 px to touch without taking 44 px of room: the margin takes the padding back.
parts.rule(`${breadcrumb} a`, { paddingBlock: "12px", marginBlock: "-12px" });
