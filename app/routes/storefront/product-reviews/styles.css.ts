import { from900 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** The figures beside the reviews if there is room. */
export const columns = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.s24,
  "@media": {
    [from900]: { gridTemplateColumns: "minmax(0, 18rem) minmax(0, 1fr)", gap: vars.s48, alignItems: "start" },
  },
});
export const mean = screens.style({ display: "flex", alignItems: "center", gap: vars.s16, marginBottom: vars.s12 });
screens.rule(`${mean} > b`, { fontSize: vars.t31, lineHeight: 1 });
export const spread = screens.style({ display: "grid" });
screens.rule(`${spread} li`, {
  display: "grid",
  gridTemplateColumns: "4.5rem minmax(0, 1fr) 3rem",
  alignItems: "center",
  gap: vars.s12,
  minHeight: "32px",
});
screens.rule(`${spread} li > span`, { textAlign: "end" });
screens.rule(`${spread} meter`, { width: "100%" });
