import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const steps = parts.style({
  display: "flex",
  flexWrap: "wrap",
  gap: `${vars.s8} ${vars.s24}`,
  counterReset: "step",
  marginTop: vars.s8,
  fontSize: vars.t14,
  color: vars.softInk,
});
parts.rule(`${steps} > li::before`, { counterIncrement: "step", content: 'counter(step) "\\00a0 "', fontWeight: 700 });
parts.rule(`${steps} > [aria-current]`, { color: vars.ink, fontWeight: 700, boxShadow: `0 3px ${vars.leaf}` });
