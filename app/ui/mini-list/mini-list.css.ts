import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const minis = parts.style({ display: "grid", gap: vars.s12, fontSize: vars.t14 });
parts.rule(`${minis} > li`, {
  display: "grid",
  gridTemplateColumns: "48px minmax(0, 1fr) auto",
  gap: vars.s12,
  alignItems: "center",
  lineHeight: 1.35,
});
