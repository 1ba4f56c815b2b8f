import { sheetOf, type CheckedRow } from "./check-rows.server";
import { cellsOf, type Cells, type ColumnField } from "./sheet.server";

/** How the products of an import were before it, in the columns that its file had. */
export interface StateBefore {
  fields: ColumnField[];
  /** Those that it changed; `set` is the stock that it gave them. */
  changed: { cells: Partial<Cells>; set: number | null }[];
  /** The SKUs of those that it made. */
  created: string[];
}

export function stateBefore(rows: CheckedRow[], fields: ColumnField[]): StateBefore {
  const changed: StateBefore["changed"] = [];
  const created: string[] = [];
  for (const { outcome, sku, before, wanted } of rows) {
    if (outcome === "created") created.push(sku);
    if (outcome !== "changed" || !before || !wanted) continue;
    const was = cellsOf(sheetOf(before));
    changed.push({
      cells: Object.fromEntries(fields.map((field) => [field, was[field]])),
      set: fields.includes("quantity") ? wanted.quantity : null,
    });
  }
  return { fields, changed, created };
}
