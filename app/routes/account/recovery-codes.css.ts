import { screens, states } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const codes = screens.style({
  display: "grid",
  gridTemplateColumns: "repeat(auto-fill, minmax(min(100%, 17rem), 1fr))",
  gap: vars.s8,
  paddingInlineStart: vars.s24,
  listStyle: "decimal",
  fontSize: vars.t14,
});
export const way = screens.style({});
states.rule(`${way}`, { "@media": { print: { display: "none" } } });
