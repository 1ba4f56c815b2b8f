import { screens } from "~/styles/layered";

export const table = screens.style({});
// Once rows stack: date beside amount, products beside the link. As columns neither rule has an effect.
screens.rule(`${table} tr > td:nth-child(2)`, { gridColumn: "auto" });
export const details = screens.style({ alignSelf: "end" });
