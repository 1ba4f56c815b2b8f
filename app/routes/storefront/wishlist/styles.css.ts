import { narrowPanel } from "~/styles/breakpoints";
import { screens, states } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";
import { table } from "~/ui/table/table.css";

export const buttons = screens.style({
  display: "flex",
  alignItems: "center",
  justifyContent: "flex-end",
  gap: vars.s8,
  "@container": { [narrowPanel]: { justifyContent: "space-between" } },
});
export const actions = screens.style({});
screens.rule(`${table} tr > ${actions}:nth-child(n)`, { "@container": { [narrowPanel]: { gridColumn: "1 / -1" } } });

/** A line that is being removed. */
export const leaving = states.style({ opacity: 0.5 });
