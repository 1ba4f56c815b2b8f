import type { Db, Trx } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import { takingTurns } from "~/platform/turns";
import { checkRow, type CheckedRow, type OwnCategories } from "./check-rows.server";
import { categoriesOfStore, isUnchanged, listedBySku, type Listed } from "./import-queries.server";
import type { Sheet } from "./read-csv.server";
import { onOneLine } from "./schema";

export interface Checked {
  rows: CheckedRow[];
  /** What they were checked against. */
  skus: string[];
  known: Map<string, Listed>;
  categories: OwnCategories;
}

/** Rows after which it is said how far it is. */
const NOTED = 1000;

/**
 * Every row against what there is. A handful of statements, however many rows.
 * @param options `dialect`: locks the products; `note`: is told now and then how many rows are checked
 */
export async function checkedRows(
  db: Db,
  merchantId: string,
  { rows }: Sheet,
  { dialect, note }: { dialect?: Dialect; note?: (checked: number) => Promise<void> } = {},
): Promise<Checked> {
  const skus = [...new Set(rows.map(({ cells }) => onOneLine(cells.sku ?? "")))];
  const known = await listedBySku(db, merchantId, skus, dialect);
  const categories = await categoriesOfStore(db, merchantId);
  const seen = new Map<string, number>();
  const checked: CheckedRow[] = [];
  const turn = takingTurns();
  for (const row of rows) {
    const sku = onOneLine(row.cells.sku ?? "");
    checked.push(
      checkRow(
        { ...row, cells: { ...row.cells, sku } },
        known.get(sku),
        categories,
        sku === "" ? undefined : seen.get(sku),
      ),
    );
    if (!seen.has(sku)) seen.set(sku, row.row);
    if (checked.length % NOTED === 0) await note?.(checked.length);
    await turn();
  }
  return { rows: checked, skus, known, categories };
}

/** Whether the rows would be checked against the same again; locks what they are about. */
export async function isAsSeen(
  trx: Trx,
  merchantId: string,
  { skus, known, categories }: Checked,
  dialect: Dialect,
): Promise<boolean> {
  const now = await listedBySku(trx, merchantId, skus, dialect);
  const sold = await categoriesOfStore(trx, merchantId);
  return (
    JSON.stringify([...sold]) === JSON.stringify([...categories]) &&
    skus.every((sku) => isUnchanged(now.get(sku), known.get(sku)))
  );
}

export function countsOf(rows: CheckedRow[]) {
  const count = (outcome: CheckedRow["outcome"]) => rows.filter((row) => row.outcome === outcome).length;
  return {
    created: count("created"),
    changed: count("changed"),
    unchanged: count("unchanged"),
    deleted: count("deleted"),
    wrong: count("wrong"),
  };
}
