import { from640 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

export const arrow = screens.style({ marginInlineEnd: vars.s8 });
export const form = screens.style({ display: "grid", gap: vars.s16, minWidth: 0 });
export const product = screens.style({
  display: "grid",
  gridTemplateColumns: "1fr 1fr",
  gap: `${vars.s4} ${vars.s12}`,
  paddingBlock: vars.s12,
  borderTop: `1px solid ${vars.line}`,
  alignItems: "end",
  "@media": { [from640]: { gridTemplateColumns: "minmax(0, 1fr) 8rem 8rem" } },
});
screens.rule(`${product}:first-child`, { borderTop: 0 });
export const name = screens.style({
  gridColumn: "1 / -1",
  overflowWrap: "anywhere",
  "@media": { [from640]: { gridColumn: "auto" } },
});
