import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** No box of its own, so that the form's layout reaches the fields. */
export const plain = parts.style({ display: "contents" });

export const errors = parts.style({
  padding: vars.s16,
  border: `2px solid ${vars.tomato}`,
  borderRadius: vars.rCard,
  background: vars.tomatoWash,
});
parts.rule(`${errors} h2`, { fontSize: vars.t20, marginBottom: vars.s8 });
parts.rule(`${errors} a`, { display: "inline-block", paddingBlock: vars.s8, color: vars.tomato, fontWeight: 600 });
export const message = parts.style({ color: vars.tomato, fontWeight: 600 });
