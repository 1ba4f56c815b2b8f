import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const stepper = parts.style({
  display: "inline-flex",
  position: "relative",
  border: `1px solid ${vars.edge}`,
  borderRadius: vars.rControl,
  background: vars.surface,
});
export const step = parts.style({
  width: vars.touch,
  minHeight: vars.touch,
  padding: 0,
  display: "grid",
  placeItems: "center",
  border: 0,
  background: "none",
  cursor: "pointer",
  borderRadius: vars.rControl,
  ":hover": { background: vars.leafWash },
  ":disabled": { background: "none", color: vars.edge, cursor: "not-allowed" },
});
export const amount = parts.style({
  width: "44px",
  padding: 0,
  border: 0,
  background: "none",
  textAlign: "center",
  fontWeight: 600,
  appearance: "textfield",
  "::-webkit-inner-spin-button": { appearance: "none" },
});
