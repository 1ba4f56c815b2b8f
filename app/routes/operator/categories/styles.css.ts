import { states, screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const moves = screens.style({
  display: "flex",
  justifyContent: "end",
  border: 0,
  margin: 0,
  padding: 0,
  minWidth: 0,
});
states.rule(`${moves} > button:disabled`, { color: vars.line, cursor: "not-allowed" });
