import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** One long word: it breaks anywhere, and one press selects all of it. */
export const token = screens.style({
  overflowWrap: "anywhere",
  userSelect: "all",
  fontSize: vars.t14,
  padding: vars.s12,
  border: `1px solid ${vars.line}`,
});
