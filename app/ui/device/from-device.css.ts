import { parts } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** A strip under the header; takes no room while it is empty. */
export const seen = parts.style({
  padding: `${vars.s8} ${vars.gutter}`,
  borderBottom: `1px solid ${vars.line}`,
  background: vars.honeyWash,
  color: vars.honeyDark,
  fontWeight: 600,
  textAlign: "center",
  selectors: { "&:empty": { display: "none" } },
});
parts.rule(`${seen} a`, { color: "inherit", textDecoration: "underline", whiteSpace: "nowrap" });
