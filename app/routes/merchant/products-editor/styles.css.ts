import { below640, from1100 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const editor = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.s16,
  alignItems: "start",
  "@media": { [from1100]: { gridTemplateColumns: "minmax(0, 1fr) 19rem" } },
});
export const variant = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr) 44px",
  gap: vars.s12,
  alignItems: "start",
});
// The only row has nothing to take it away.
screens.rule(`${variant}:not(:has(> button))`, { gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr)" });
// Level with the controls, under their labels, whether an error follows or not.
screens.rule(`${variant} > button`, { marginTop: "28px", "@media": { [below640]: { marginTop: "52px" } } });
// One of the two labels would break there, and its field stand lower.
screens.rule(`${variant} label > span`, { "@media": { [below640]: { display: "block" } } });
export const film = screens.style({ display: "grid", justifyItems: "start", gap: vars.s8, marginBlock: vars.s8 });
export const video = screens.style({
  display: "block",
  width: "100%",
  maxWidth: "24rem",
  maxHeight: "14rem",
  borderRadius: vars.rControl,
  background: vars.ink,
});
export const standing = screens.style({
  display: "grid",
  gap: vars.s4,
  alignContent: "center",
  marginInlineEnd: "auto",
  color: vars.softInk,
  fontSize: vars.t14,
});
screens.rule(standing, { "@media": { [below640]: { flex: "1 1 4.5rem" } } });
// What is more than a word or two gets a line of its own on a phone.
screens.rule(`${standing}:has([role="alert"], button, p:nth-of-type(n + 3))`, {
  "@media": { [below640]: { flex: "1 0 100%", marginBottom: vars.s8 } },
});
