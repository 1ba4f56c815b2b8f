import { createHash } from "node:crypto";
import type { Db, Trx } from "~/platform/database/database.server";
import { takingTurns } from "~/platform/turns";
import { checkRow, type CheckedRow, type OwnCategories } from "./check-rows.server";
import { categoriesOfStore, listedBySku, type Listed } from "./import-queries.server";
import type { Sheet, SheetRow } from "./read-csv.server";
import { onOneLine } from "./fields-schema";

/** Rows whose products are read at a time, and rows that are checked at a time: with what becomes of it each takes 5 KB. */
const AT_ONCE = { read: 2000, checked: 500 };

/** Some rows of a file, one behind the other. */
export interface CheckedBatch {
  rows: CheckedRow[];
  /** Of these rows and of some that follow; null where it came with rows before. */
  seen: Seen | null;
}

/** What rows were checked against, in short: for the moment in which they are taken over. */
export interface Seen {
  skus: string[];
  digest: string;
}

/**
 * Every row against what there is, some at a time. A handful of statements, however many rows.
 * @param categories those that the store sells in, as `categoriesOfStore` reads them
 */
export async function* checkedBatches(
  db: Db,
  merchantId: string,
  sheet: Sheet,
  categories: OwnCategories,
): AsyncGenerator<CheckedBatch> {
  const rowOf = new Map<string, number>();
  const turn = takingTurns();
  for await (const rows of inBatches(sheet.rows())) {
    const skus = [...new Set(rows.map(({ cells }) => onOneLine(cells.sku ?? "")))];
    const known = await listedBySku(db, merchantId, skus);
    let seen: Seen | null = { skus, digest: digestOf(skus, known) };
    for (let at = 0; at < rows.length; at += AT_ONCE.checked) {
      const checked: CheckedRow[] = [];
      for (const row of rows.slice(at, at + AT_ONCE.checked)) {
        const sku = onOneLine(row.cells.sku ?? "");
        const earlier = sku === "" ? undefined : rowOf.get(sku);
        checked.push(checkRow({ ...row, cells: { ...row.cells, sku } }, known.get(sku), categories, earlier));
        if (earlier === undefined) rowOf.set(sku, row.row);
        await turn();
      }
      yield { rows: checked, seen };
      seen = null;
    }
  }
}

async function* inBatches(rows: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow[]> {
  let batch: SheetRow[] = [];
  for await (const row of rows) {
    batch.push(row);
    if (batch.length < AT_ONCE.read) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

function digestOf(skus: string[], known: Map<string, Listed>): string {
  const hash = createHash("sha256");
  for (const sku of skus) hash.update(JSON.stringify(known.get(sku) ?? null));
  return hash.digest("base64");
}

/** Whether the rows would be checked against the same again; what they are about must be locked. */
export async function isAsSeen(
  trx: Trx,
  merchantId: string,
  seen: Seen[],
  categories: OwnCategories,
): Promise<boolean> {
  const sold = await categoriesOfStore(trx, merchantId);
  if (JSON.stringify([...sold]) !== JSON.stringify([...categories])) return false;
  for (const { skus, digest } of seen)
    if (digestOf(skus, await listedBySku(trx, merchantId, skus)) !== digest) return false;
  return true;
}

const NOTHING = { created: 0, changed: 0, unchanged: 0, deleted: 0, wrong: 0 };
/** How many rows of a file come out in which way. */
export type Counts = Record<CheckedRow["outcome"], number>;

/** The counts with those of these rows. */
export function countedWith(rows: CheckedRow[], counts: Counts = NOTHING): Counts {
  const sum = { ...counts };
  for (const { outcome } of rows) sum[outcome] += 1;
  return sum;
}
