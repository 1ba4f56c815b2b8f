import { z } from "~/features/zod";
import type { CheckedRow } from "./check-rows.server";
import { sheetFrom, sheetOf } from "./sheet-of.server";
import { cellsOf, FIELDS, type ColumnField } from "./sheet.server";

const field = z.enum(FIELDS);

/** The products of an import as they were before it, in the cells that it changed. */
export const stateBefore = z.object({
  fields: z.array(field),
  /** The products that it changed, with their SKU and the cells as they were. `set` is the stock that it gave them. */
  changed: z.array(z.object({ cells: z.partialRecord(field, z.string()), set: z.number().int().nullable() })),
  /** The SKUs of the products that it created. */
  created: z.array(z.string()),
});
export type StateBefore = z.infer<typeof stateBefore>;

/** Builds such a state as text, some rows at a time, because the state of a long file is larger than the file. */
export function stateKeeper(fields: ColumnField[]) {
  const changedSkus: string[] = [];
  const created: string[] = [];
  return {
    add(rows: CheckedRow[]): void {
      for (const { outcome, sku, before, wanted } of rows) {
        if (outcome === "created") created.push(sku);
        if (outcome !== "changed" || !before || !wanted) continue;
        const was = cellsOf(sheetOf(before));
        const now = cellsOf(sheetFrom(wanted));
        const one: StateBefore["changed"][number] = {
          cells: Object.fromEntries(
            fields.filter((field) => field === "sku" || was[field] !== now[field]).map((field) => [field, was[field]]),
          ),
          set: was.quantity !== now.quantity ? wanted.quantity : null,
        };
        changedSkus.push(JSON.stringify(one));
      }
    },
    /** A `StateBefore` as JSON. */
    text: () =>
      `{"fields":${JSON.stringify(fields)},"changed":[${changedSkus.join(",")}],"created":${JSON.stringify(created)}}`,
  };
}
