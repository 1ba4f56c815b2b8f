import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** The reason, and below it what still works. */
export const offline = screens.style({ display: "grid", gap: vars.s16, maxWidth: "40rem", marginInline: "auto" });
export const list = screens.style({ display: "grid" });
/** Hidden while no page has been stored. */
export const pages = screens.style({ selectors: { [`&:has(${list}:empty)`]: { display: "none" } } });
screens.rule(`${list} > li`, {
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  justifyContent: "space-between",
  columnGap: vars.s16,
  borderTop: `1px solid ${vars.line}`,
});
screens.rule(`${list} > li:first-child`, { borderTop: 0 });
screens.rule(`${list} a`, { display: "inline-flex", alignItems: "center", minHeight: vars.touch, fontWeight: 600 });
screens.rule(`${list} small`, { color: vars.softInk, fontSize: vars.t14 });
