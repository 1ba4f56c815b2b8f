import { below1100, below640, from640, sticksBelow640 } from "~/styles/breakpoints";
import { screens, states } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** Two columns only if the lines have room for their own columns beside the summary. */
export const late = screens.style({
  "@media": {
    [below1100]: { gridTemplateColumns: "minmax(0, 1fr)" },
    // With `block`, the bar with the total sticks within the whole cart, not only within a row of a grid.
    [below640]: { display: "block" },
  },
});
screens.rule(`${late} > * + *`, { "@media": { [below640]: { marginTop: vars.s16 } } });

/** The sums and the button to go on, in view beside a long cart. */
export const summary = screens.style({
  display: "grid",
  gap: vars.s16,
  position: "sticky",
  top: vars.s16,
  "@media": { [below640]: { display: "contents" } },
});
/** The button to go on. On a phone it is at the foot of the screen, with the total. */
export const onwards = screens.style({
  "@media": {
    [below640]: {
      display: "flex",
      flexWrap: "wrap",
      alignItems: "center",
      gap: vars.s16,
      marginInline: `calc(-1 * ${vars.gutter})`,
      padding: `${vars.s12} ${vars.gutter}`,
      background: vars.surface,
      borderBlock: `1px solid ${vars.line}`,
    },
    [sticksBelow640]: { position: "sticky", zIndex: 2, bottom: 0 },
  },
});
screens.rule(`${onwards} > button`, { "@media": { [below640]: { flex: 1 } } });
export const total = screens.style({ fontSize: vars.t20, "@media": { [from640]: { display: "none" } } });
screens.rule(`${summary} > *`, { "@media": { [below640]: { marginTop: vars.s16 } } });

export const under = screens.style({ marginTop: vars.s16 });

/** The reason why a line cannot be ordered, under its name. */
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

/** A line that is being removed. */
export const leaving = states.style({ opacity: 0.5 });
