import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** A strip that stays under the header. */
export const needed = parts.style({
  display: "flex",
  alignItems: "center",
  justifyContent: "center",
  gap: vars.s12,
  padding: `${vars.s12} ${vars.gutter}`,
  borderBottom: "1px solid currentColor",
  background: vars.tomatoWash,
  color: vars.tomato,
  fontWeight: 600,
});
parts.rule(`${needed} > span`, { maxWidth: "60ch" });
