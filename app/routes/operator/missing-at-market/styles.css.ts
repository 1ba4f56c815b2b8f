import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const part = screens.style({
  display: "grid",
  gap: vars.s12,
  paddingTop: vars.s12,
  borderTop: `1px solid ${vars.line}`,
});
screens.rule(`${part}:first-of-type`, { borderTop: 0, paddingTop: 0 });
