import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const boxes = parts.style({ display: "flex", gap: vars.s8 });
const figures = {
  fontSize: vars.t25,
  fontWeight: 600,
  fontVariantNumeric: "tabular-nums",
  textAlign: "center",
} as const;
export const box = parts.style({});
parts.rule(`${boxes} > ${box}`, {
  ...figures,
  // Six boxes are narrower on a small phone.
  flex: "0 1 52px",
  minWidth: 0,
  minHeight: "56px",
  paddingInline: 0,
});
/** The single field that is shown before scripts run. */
export const single = parts.style({});
parts.rule(`input${single}`, { ...figures, maxWidth: "292px", minHeight: "56px", letterSpacing: ".5em" });
