import { from900 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

// The band is dark in both schemes, so its content has the same colours in both.
export const sell = screens.style({
  display: "grid",
  overflow: "hidden",
  borderRadius: vars.rCard,
  background: vars.band,
  color: "#F4F8F1",
});
export const offer = screens.style({
  padding: `${vars.s24} ${vars.s16} ${vars.s32}`,
  display: "grid",
  gap: vars.s16,
  justifyItems: "start",
  "@media": {
    [from900]: {
      gridTemplateColumns: "1fr auto",
      alignItems: "center",
      padding: `${vars.s32} ${vars.s48} ${vars.s48}`,
    },
  },
});
export const action = screens.style({
  background: "#FBFAF5",
  borderColor: "#FBFAF5",
  color: "#155A2C",
  ":hover": { background: "#FFFFFF", borderColor: "#FFFFFF", color: "#155A2C" },
  ":focus-visible": { outlineColor: "#FBFAF5" },
});
