import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** One word of many letters: it breaks anywhere, and one press takes the whole of it. */
export const token = screens.style({
  overflowWrap: "anywhere",
  userSelect: "all",
  fontSize: vars.t14,
  padding: vars.s12,
  border: `1px solid ${vars.line}`,
});
