import { createHash } from "node:crypto";
import type { Db, Trx } from "~/platform/database/database.server";
import { takingTurns } from "~/platform/turns";
import { checkRow, type CheckedRow, type Checking } from "./check-rows.server";
import { checkSizesOf } from "./check-sizes.server";
import type { OwnCategories } from "./read-cells.server";
import { categoriesOfStore, listedBySku, type Listed } from "~/features/products/listed.server";
import { MOST_SIZES } from "~/features/products/schema";
import type { UploadedSheet } from "./uploaded-sheet.server";
import { locatedErrors, missingColumns } from "./located-errors";
import type { SheetRow } from "./read-csv.server";
import { COLUMNS } from "./sheet.server";
import { rowReadings, type RowReading } from "./row-readings.server";

/** Rows whose products are read at a time, and rows that are checked at a time. With its result, each takes 5 KB. */
const AT_ONCE = { read: 2000, checked: 500 };

/** Some consecutive rows of a file. */
export interface CheckedBatch {
  rows: CheckedRow[];
  /** The state that these rows, and maybe some that follow, were checked against. Null if it came with earlier rows. */
  seen: Seen | null;
}

/** A digest of the state that rows were checked against. The import compares it before it writes. */
export interface Seen {
  skus: string[];
  digest: string;
}

/**
 * Checks every row against the stored products, some rows at a time, with the rows of one product together. Runs a
 * handful of statements for `AT_ONCE.read` rows.
 * @param checking with the categories as `categoriesOfStore` reads them
 */
export async function* checkedBatches(
  db: Db,
  merchantId: string,
  sheet: UploadedSheet,
  checking: Checking,
): AsyncGenerator<CheckedBatch> {
  const rowOf = new Map<string, number>();
  const lastOf = new Map<string, number>();
  const turn = takingTurns();
  // The question about the file is asked at its first row.
  let { question } = sheet;
  const { fallbackCategory } = sheet;
  for await (const rows of inBatches(sheet.rows())) {
    const { readings, products, skus } = await rowReadings(db, merchantId, rows, checking.answers);
    if (question) readings[0]?.questions.push(question);
    question = null;
    const cellsOf = new Map(readings.map(({ row, cells }) => [row, cells]));
    const located = (row: CheckedRow): CheckedRow =>
      row.errors.length === 0
        ? row
        : {
            ...row,
            missingColumns: missingColumns(row.errors, sheet.placeOf),
            errors: locatedErrors(row.row, row.errors, cellsOf.get(row.row) ?? {}, sheet.placeOf),
          };
    const earlierRows = new Map<RowReading, number>();
    for (const reading of readings) {
      const sku = reading.cells.sku ?? "";
      const earlier = sku === "" ? undefined : rowOf.get(sku);
      if (earlier === undefined) rowOf.set(sku, reading.row);
      else earlierRows.set(reading, earlier);
    }
    let snapshot: Seen | null = { skus, digest: digestOf(skus, products) };
    let checkedRows: CheckedRow[] = [];
    for (const { product, readings: groupReadings } of groupsOf(readings)) {
      const group: CheckedRow[] = [];
      for (const reading of groupReadings) {
        const addsTo = reading.before ? undefined : product;
        const row = checkRow(reading, checking, { earlierRow: earlierRows.get(reading), addsTo, fallbackCategory });
        group.push(product ? row : { ...row, group: `row ${groupReadings[0]?.row}` });
        await turn();
      }
      checkedRows.push(...apart(checkSizesOf(group, product), product, lastOf).map(located));
      if (checkedRows.length < AT_ONCE.checked) continue;
      yield { rows: checkedRows, seen: snapshot };
      [checkedRows, snapshot] = [[], null];
    }
    if (checkedRows.length > 0) yield { rows: checkedRows, seen: snapshot };
  }
}

/** Rows of one product, with the product if it is stored. */
interface Group {
  product: Listed | undefined;
  readings: RowReading[];
}

/** Groups rows by product: those of a stored product, and new ones directly below others of the same product. */
function groupsOf(readings: RowReading[]): Group[] {
  const groups: Group[] = [];
  const groupOf = new Map<string, Group>();
  let above: Group | undefined;
  for (const reading of readings) {
    const { before, continues } = reading;
    const cachedGroup = before && groupOf.get(before.row._id);
    const joins = continues && (before === undefined || above?.product === undefined);
    let group: Group | undefined = cachedGroup ?? (joins ? above : undefined);
    if (!group) groups.push((group = { product: undefined, readings: [] }));
    group.readings.push(reading);
    if (before) groupOf.set(before.row._id, group);
    group.product ??= before;
    above = group;
  }
  return groups;
}

/**
 * Refuses rows that change a product which rows far above change as well, because a product is written once.
 * @param lastOf the last row so far that changes each product in several sizes
 */
function apart(rows: CheckedRow[], product: Listed | undefined, lastOf: Map<string, number>): CheckedRow[] {
  if (!product || product.sizes.length === 1) return rows;
  const isChange = ({ outcome }: CheckedRow) => outcome !== "unchanged";
  const earlier = lastOf.get(product.row._id);
  const last = rows.findLast(isChange)?.row;
  if (last !== undefined) lastOf.set(product.row._id, last);
  if (earlier === undefined) return rows;
  const message = `Row ${earlier} changes this product as well. Move this row below it.`;
  return rows.map(({ wanted: _wanted, ...row }) =>
    isChange(row) ? { ...row, outcome: "wrong", errors: [...row.errors, { column: "", message }] } : row,
  );
}

async function* inBatches(rows: AsyncIterable<SheetRow>): AsyncGenerator<SheetRow[]> {
  let batch: SheetRow[] = [];
  for await (const row of rows) {
    // Rows of one product stay together. The limit is for files without titles, where each row may continue the last.
    if (batch.length >= AT_ONCE.read + (row.continues ? MOST_SIZES : 0)) {
      yield batch;
      batch = [];
    }
    batch.push(row);
  }
  if (batch.length > 0) yield batch;
}

function digestOf(skus: string[], productsBySku: Map<string, Listed>): string {
  const hash = createHash("sha256");
  for (const sku of skus) hash.update(JSON.stringify(productsBySku.get(sku) ?? null));
  return hash.digest("base64");
}

/** Whether the stored products are still those that the rows were checked against. They must be locked. */
export async function isAsSeen(
  trx: Trx,
  merchantId: string,
  snapshots: Seen[],
  categories: OwnCategories,
): Promise<boolean> {
  const categoriesOfSales = await categoriesOfStore(trx, merchantId);
  if (JSON.stringify([...categoriesOfSales]) !== JSON.stringify([...categories])) return false;
  for (const { skus, digest } of snapshots)
    if (digestOf(skus, await listedBySku(trx, merchantId, skus)) !== digest) return false;
  return true;
}

const NOTHING = { created: 0, changed: 0, unchanged: 0, deleted: 0, wrong: 0, questions: 0 };
/** How many rows of a file have each outcome, and how many questions about them are open. */
export type Counts = Record<CheckedRow["outcome"] | "questions", number>;

/** The counts with those of these rows added. */
export function countedWith(rows: CheckedRow[], counts: Counts = NOTHING): Counts {
  const sum = { ...counts };
  for (const { outcome, questions } of rows) {
    sum[outcome] += 1;
    sum.questions += questions.filter(({ answer }) => answer === null).length;
  }
  return sum;
}

/** Characters of a row's digest in a preview. */
export const DIGEST = 6;

/**
 * A digest of a row's effect, as a merchant decides on it. If orders have changed the stock meanwhile, the same count
 * is still the same effect.
 */
export function outcomeDigest({ outcome, sku, changes, questions, count }: CheckedRow): string {
  const effect = changes.map(({ column, from, to }) =>
    column === COLUMNS.quantity ? [column, count] : [column, from, to],
  );
  const choices = questions.map(({ question, answer }) => [question, answer]);
  return createHash("sha256")
    .update(JSON.stringify([outcome, sku, effect, choices]))
    .digest("base64url")
    .slice(0, DIGEST);
}

/** The version of a preview. A preview consists of the rows' digests, one after the other. */
export const versionOf = (preview: string): string =>
  createHash("sha256").update(preview).digest("base64url").slice(0, 16);
