import { from640 } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const search = parts.style({ display: "flex", flexWrap: "wrap", alignItems: "end", gap: vars.s12 });
export const words = parts.style({ flex: "1 1 10rem", maxWidth: "26rem" });

/** Conversations, each in a row that links to it. */
export const threads = parts.style({ display: "grid" });
parts.rule(`${threads} li + li`, { borderTop: `1px solid ${vars.line}` });
export const thread = parts.style({
  display: "grid",
  gridTemplateColumns: "auto minmax(0, 1fr) auto",
  alignItems: "center",
  gap: vars.s12,
  minHeight: "64px",
  paddingBlock: vars.s8,
  color: vars.ink,
  textDecoration: "none",
});
export const beginning = parts.style({
  display: "block",
  overflow: "hidden",
  whiteSpace: "nowrap",
  textOverflow: "ellipsis",
  color: vars.softInk,
  fontSize: vars.t14,
});
export const count = parts.style({
  minWidth: "24px",
  paddingInline: vars.s8,
  borderRadius: vars.rPill,
  background: vars.leaf,
  color: vars.onLeaf,
  fontSize: vars.t14,
  textAlign: "center",
});

/** Messages: mine at the end of the line on our own colour, those of the other side at its start. */
export const bubbles = parts.style({ display: "grid", gap: vars.s12 });
export const day = parts.style({ textAlign: "center", fontSize: vars.t13, color: vars.softInk });
export const bubble = parts.style({
  display: "grid",
  gap: vars.s4,
  justifyItems: "start",
  justifySelf: "start",
  maxWidth: "94%",
  "@media": { [from640]: { maxWidth: "70%" } },
});
export const mine = parts.style({ justifyItems: "end", justifySelf: "end" });
export const text = parts.style({
  padding: `${vars.s12} ${vars.s16}`,
  border: `1px solid ${vars.line}`,
  borderRadius: vars.rCard,
  background: vars.surface,
  whiteSpace: "pre-line",
  overflowWrap: "anywhere",
});
parts.rule(`${mine} > ${text}`, { background: vars.leafWash, borderColor: "transparent" });
export const savedAnswer = parts.style({ display: "flex", flexWrap: "wrap", alignItems: "end", gap: vars.s12 });
