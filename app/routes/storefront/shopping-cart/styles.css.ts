import { below1100 } from "~/styles/breakpoints";
import { screens, states } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** Split no sooner than the lines have room for their columns beside the summary. */
export const late = screens.style({ "@media": { [below1100]: { gridTemplateColumns: "minmax(0, 1fr)" } } });

export const under = screens.style({ marginTop: vars.s16 });

/** What stands in the way of ordering a line, under its name. */
export const problem = screens.style({
  display: "flex",
  flexWrap: "wrap",
  alignItems: "center",
  gap: `${vars.s4} ${vars.s12}`,
  marginTop: vars.s8,
  color: vars.tomato,
  fontSize: vars.t14,
  fontWeight: 600,
});

/** On its way out. */
export const leaving = states.style({ opacity: 0.5 });
