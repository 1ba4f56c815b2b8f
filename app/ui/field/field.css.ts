import { from640 } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const field = parts.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.s4,
  alignContent: "start",
});
export const quiet = parts.style({ fontWeight: 400, color: vars.softInk });
export const hint = parts.style({ fontSize: vars.t14, color: vars.softInk });
export const error = parts.style({
  display: "flex",
  gap: "6px",
  color: vars.tomato,
  fontSize: vars.t14,
  fontWeight: 600,
});

/** Text inputs, selects and text areas. */
export const input = parts.style({
  width: "100%",
  minHeight: vars.touch,
  padding: `${vars.s8} ${vars.s12}`,
  border: `1px solid ${vars.edge}`,
  borderRadius: vars.rControl,
  background: vars.surface,
  "::placeholder": { color: vars.softInk, opacity: 1 },
  selectors: { "&[aria-invalid=true]": { border: `2px solid ${vars.tomato}`, paddingInline: "11px" } },
});
// By default a select is as wide as its longest option. A browser measures all options again with each piece of the
// page that arrives: at checkout a quarter of the layout. Here it is as wide as its field, also where that is narrower
// than the option.
parts.rule(`select${input}`, { fieldSizing: "content", minWidth: 0 });
parts.rule(`textarea${input}`, { minHeight: "7rem", resize: "vertical" });

/** A button beside the control, wrapping under it on a phone. */
export const withButton = parts.style({ display: "flex", flexWrap: "wrap", gap: vars.s8 });
parts.rule(`${withButton} > ${input}`, { flex: "1 1 12rem", width: "auto", minWidth: 0 });

/** "$" inside the field, in front of what is typed. */
export const prefixed = parts.style({ position: "relative" });
export const prefix = parts.style({
  position: "absolute",
  insetBlock: "10px auto",
  insetInline: "14px auto",
  color: vars.softInk,
});
parts.rule(`${prefixed} > ${input}:nth-child(n)`, { paddingInlineStart: "28px" });
export const suffixed = parts.style({ position: "relative" });
export const suffix = parts.style({
  position: "absolute",
  insetBlock: "10px auto",
  insetInline: "auto 14px",
  color: vars.softInk,
});
parts.rule(`${suffixed} > ${input}:nth-child(n)`, { paddingInlineEnd: "36px", textAlign: "end", fontWeight: 600 });

export const choice = parts.style({
  display: "flex",
  alignItems: "center",
  gap: vars.s12,
  minHeight: vars.touch,
  fontWeight: 400,
  cursor: "pointer",
});
parts.rule(`${choice} > input`, { width: "22px", height: "22px", margin: 0, flex: "none" });
export const choices = parts.style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(11rem, 1fr))",
  columnGap: vars.s16,
});

/** Fields side by side from 640 px on: two, three or four in a line. Four are two by two on a phone. */
export const fields = parts.style({
  display: "grid",
  gap: vars.s16,
  "@media": { [from640]: { gridTemplateColumns: "1fr 1fr", gap: `${vars.s16} ${vars.s24}` } },
});
export const three = parts.style({
  selectors: { [`${fields}&`]: { "@media": { [from640]: { gridTemplateColumns: "repeat(3, 1fr)" } } } },
});
export const four = parts.style({
  selectors: {
    [`${fields}&`]: {
      gridTemplateColumns: "1fr 1fr",
      "@media": { [from640]: { gridTemplateColumns: "repeat(4, 1fr)" } },
    },
  },
});
export const full = parts.style({ "@media": { [from640]: { gridColumn: "1 / -1" } } });
