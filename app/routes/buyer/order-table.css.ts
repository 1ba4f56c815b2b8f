import { screens } from "~/styles/layered";

export const table = screens.style({});
// In stacked rows, the date is beside the amount and the products beside the link. In columns, both rules do nothing.
screens.rule(`${table} tr > td:nth-child(2)`, { gridColumn: "auto" });
export const details = screens.style({ alignSelf: "end" });
