import { from900 } from "~/styles/breakpoints";
import { screens } from "~/styles/layered";
import { vars } from "~/styles/tokens.css";

/** Title, filter, order and list in a column; from 900 px the filter stands beside the list. */
export const shop = screens.style({
  display: "grid",
  gridTemplateColumns: "minmax(0, 1fr)",
  gap: vars.s16,
  "@media": {
    [from900]: { gridTemplate: "auto 1fr / 13rem minmax(0, 1fr)", gap: `${vars.s16} ${vars.s32}`, alignItems: "start" },
  },
});
export const count = screens.style({ fontSize: vars.t14, color: vars.softInk });
/** The form of both, which stand in cells of their own. */
export const wanted = screens.style({ display: "contents" });
export const filter = screens.style({ "@media": { [from900]: { gridArea: "2 / 1" } } });
export const sort = screens.style({
  display: "flex",
  alignItems: "center",
  gap: vars.s8,
  fontSize: vars.t14,
  whiteSpace: "nowrap",
  "@media": { [from900]: { gridArea: "1 / 2", placeSelf: "end" } },
});
screens.rule(`${sort} select`, { flex: 1, "@media": { [from900]: { flex: "none", width: "10rem" } } });
