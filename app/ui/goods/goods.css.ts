import { narrowPanel } from "~/styles/breakpoints";
import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const goods = parts.style({ display: "flex", alignItems: "center", gap: vars.s12, minWidth: 0 });
export const name = parts.style({
  minWidth: 0,
  // A name without a space must not make its table wider than its panel.
  overflowWrap: "anywhere",
  color: "inherit",
  fontWeight: 600,
  lineHeight: 1.3,
  textDecoration: "none",
  paddingBlock: "12px",
  marginBlock: "-12px",
});
parts.rule(`a${name}:hover`, { textDecoration: "underline" });
// In a table the name gets so much room that it is not broken without need.
parts.rule(`td > ${goods}`, { minWidth: "10rem", "@container": { [narrowPanel]: { minWidth: 0 } } });
export const detail = parts.style({ color: vars.softInk, fontSize: vars.t14 });
parts.rule(`${goods} > div`, { minWidth: 0 });
