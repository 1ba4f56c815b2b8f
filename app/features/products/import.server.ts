import type { CompiledQuery, Insertable } from "kysely";
import { timestamp } from "~/platform/clock";
import { inTransaction, isDuplicate, type Db, type Trx } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import type { ProductImportRow, ProductRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";
import { takingTurns } from "~/platform/turns";
import { checkRow, type CheckedRow, type OwnCategories } from "./check-rows.server";
import { csvTooLarge, importNotValid, skuTaken, unknownImport } from "./errors.server";
import {
  categoriesOfStore,
  keepFile,
  keptFile,
  isUnchanged,
  listedBySku,
  productWrites,
  swapFiles,
  writeRevisions,
  type Listed,
} from "./import-queries.server";
import { announceOffSale } from "./off-sale.server";
import { offSale, sold, staysOnSale, waitingAfter } from "./product-row.server";
import { readSheet, type Sheet } from "./read-csv.server";
import { onOneLine, type ImportReport } from "./schema";

/** Five thousand products with long descriptions. */
export const MOST_CSV_BYTES = 5 * 1024 * 1024;
const ROWS_A_PAGE = 100;
const KEPT_SECONDS = 24 * 3600;
/** Five thousand rows are a second's work, and nobody mends a file more often. */
const perAccount: RateLimit = { name: "import-account", points: 60, seconds: 600 };
const perReader: RateLimit = { name: "import-pages", points: 300, seconds: 600 };
const UNPRINTABLE = /[\u0000-\u001f\u007f]/g;

/** Checks a file and keeps it for a day, so that it can be taken over as it was checked. Nothing else is changed. */
export async function checkImport(
  services: Services,
  merchantId: string,
  file: { name: string; bytes: Uint8Array },
): Promise<ImportReport> {
  await services.rateLimiter.consume(perAccount, merchantId);
  if (file.bytes.length > MOST_CSV_BYTES) throw csvTooLarge();
  const sheet = await readSheet(file.bytes);
  const { clock, db } = services;
  const kept: ProductImportRow = {
    _id: newId(clock.now()),
    merchantId,
    fileName: file.name.replace(UNPRINTABLE, "").slice(-100),
    csv: new TextDecoder().decode(file.bytes),
    createdAt: timestamp(clock),
    appliedAt: null,
    created: 0,
    changed: 0,
    unchanged: 0,
  };
  await inTransaction(db, (trx) => keepFile(trx, kept));
  return reportOf(services, kept, 1, sheet);
}

/** What a kept file would do now, or has done. */
export async function importOf(
  services: Services,
  merchantId: string,
  importId: string,
  page: number,
): Promise<ImportReport> {
  // Every page of the report reads the file anew.
  await services.rateLimiter.consume(perReader, merchantId);
  return reportOf(services, await standing(services, services.db, merchantId, importId), page);
}

/**
 * Takes over a checked file: all of it, or nothing while a row has an error. A second time it only says what was
 * done.
 */
export async function applyImport(services: Services, merchantId: string, importId: string): Promise<ImportReport> {
  const { db, dialect, clock } = services;
  await services.rateLimiter.consume(perAccount, merchantId);
  // All of it is worked out before the transaction begins: nobody else gets to write while that lasts, and on SQLite
  // to read.
  const { csv } = await standing(services, db, merchantId, importId);
  const sheet = csv === "" ? null : await sheetOfText(csv);
  const now = timestamp(clock);
  const seen = sheet ? await checkedRows(db, merchantId, sheet) : null;
  const planned = seen ? await planFor(services, merchantId, seen.rows, now) : null;
  await inTransaction(db, async (trx) => {
    const kept = await standing(services, trx, merchantId, importId, dialect);
    if (kept.appliedAt !== null || !sheet || !seen || !planned) return;
    // What others have changed meanwhile is worked out again.
    const still = await isAsSeen(trx, merchantId, seen, dialect);
    const rows = still ? seen.rows : (await checkedRows(trx, merchantId, sheet, dialect)).rows;
    const { wrong, ...counts } = countsOf(rows);
    if (wrong > 0) throw importNotValid();
    await save(services, trx, merchantId, still ? planned : await planFor(services, merchantId, rows, now), now);
    await trx
      .updateTable("productImports")
      .set({ appliedAt: now, csv: "", ...counts })
      .where("_id", "=", importId)
      .where("merchantId", "=", merchantId)
      .execute();
  }).catch((error: unknown) => {
    // Somebody has just added a product with one of the SKUs.
    throw isDuplicate(error) ? skuTaken() : error;
  });
  return importOf(services, merchantId, importId, 1);
}

/** Forgets files that nobody has taken over for a day. */
export async function sweepImports({ db, clock }: Services): Promise<void> {
  await db.deleteFrom("productImports").where("createdAt", "<", timestamp(clock, -KEPT_SECONDS)).execute();
}

async function standing(
  { clock }: Services,
  db: Db,
  merchantId: string,
  importId: string,
  dialect?: Dialect,
): Promise<ProductImportRow> {
  const kept = await keptFile(db, merchantId, importId, dialect);
  if (!kept || kept.createdAt < timestamp(clock, -KEPT_SECONDS)) throw unknownImport();
  return kept;
}

async function reportOf({ db }: Services, kept: ProductImportRow, page: number, read?: Sheet): Promise<ImportReport> {
  const { _id, fileName, appliedAt } = kept;
  if (appliedAt !== null)
    return {
      _id,
      fileName,
      appliedAt,
      created: kept.created,
      changed: kept.changed,
      unchanged: kept.unchanged,
      wrong: 0,
      unknownColumns: [],
      docs: [],
      page: 1,
      hasNextPage: false,
      total: 0,
    };
  const sheet = read ?? (await sheetOfText(kept.csv));
  const { rows } = await checkedRows(db, kept.merchantId, sheet);
  const counts = countsOf(rows);
  const told = rows.filter(({ outcome }) => (counts.wrong > 0 ? outcome === "wrong" : outcome !== "unchanged"));
  const docs = told
    .slice((page - 1) * ROWS_A_PAGE, page * ROWS_A_PAGE)
    .map(({ row, sku, title, outcome, errors, changes }) => ({ row, sku, title, outcome, errors, changes }));
  return {
    _id,
    fileName,
    appliedAt,
    ...counts,
    unknownColumns: sheet.unknown,
    docs,
    page,
    hasNextPage: page * ROWS_A_PAGE < told.length,
    total: told.length,
  };
}

const sheetOfText = (csv: string) => readSheet(Buffer.from(csv));
interface Checked {
  rows: CheckedRow[];
  /** What they were checked against. */
  skus: string[];
  known: Map<string, Listed>;
  categories: OwnCategories;
}

/** Every row against what there is. A handful of statements, however many rows. */
async function checkedRows(db: Db, merchantId: string, { rows }: Sheet, dialect?: Dialect): Promise<Checked> {
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
    await turn();
  }
  return { rows: checked, skus, known, categories };
}

/** Whether the rows would be checked against the same again; locks what they are about. */
async function isAsSeen(
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

function countsOf(rows: CheckedRow[]) {
  const count = (outcome: CheckedRow["outcome"]) => rows.filter((row) => row.outcome === outcome).length;
  return { created: count("created"), changed: count("changed"), unchanged: count("unchanged"), wrong: count("wrong") };
}

interface Plan {
  writes: CompiledQuery[];
  changes: { productId: string; payload: string }[];
  /** Changes that wait no more. */
  taken: string[];
  pictures: { productId: string; imageIds: string[] }[];
  /** Files that are shown no more. */
  gone: string[];
  announced: boolean;
  /** Whether something goes off sale by it. */
  takesOff: boolean;
}

/**
 * What is new and what changes, as the editor would have it: stock and price at once, the rest of what is on sale
 * through review.
 */
async function planFor({ clock, db }: Services, merchantId: string, rows: CheckedRow[], now: string): Promise<Plan> {
  const products: Insertable<ProductRow>[] = [];
  const changes: { productId: string; payload: string }[] = [];
  const [taken, pictures, gone]: [string[], { productId: string; imageIds: string[] }[], string[]] = [[], [], []];
  let [announced, takesOff] = [false, false];
  for (const { wanted, before } of rows) {
    if (!wanted) continue;
    const common = { ...sold(wanted), quantity: wanted.quantity, updatedAt: now };
    if (!before) {
      products.push({
        _id: newId(clock.now()),
        merchantId,
        ...common,
        ...offSale(wanted, wanted.categoryTitle, now),
        rating: null,
        createdAt: now,
        deletedAt: null,
        sentBackReason: "",
      });
      continue;
    }
    const {
      row: { seq: _seq, ...row },
      published,
      waiting,
    } = before;
    announced ||= row.isPublic === 1;
    if (!staysOnSale(row, wanted)) {
      takesOff ||= row.isPublic === 1;
      products.push({ ...row, ...common, ...offSale(wanted, wanted.categoryTitle, now) });
      if (!waiting) continue;
      // The change that waited becomes the draft, with its pictures.
      taken.push(row._id);
      pictures.push({ productId: row._id, imageIds: wanted.image });
      const kept = new Set([...wanted.image, wanted.video]);
      gone.push(
        ...[...published.imageIds, published.videoId].flatMap((fileId) =>
          fileId === null || kept.has(fileId) ? [] : [fileId],
        ),
      );
      continue;
    }
    const after = waitingAfter(before.row, published.imageIds, wanted, waiting);
    if (after === "nothing") taken.push(row._id);
    else if (after !== "as before") changes.push({ productId: row._id, payload: after.payload });
    products.push({ ...row, ...common, ...(typeof after === "object" && { sentBackReason: "" }) });
  }
  return { writes: await productWrites(db, products), changes, taken, pictures, gone, announced, takesOff };
}

async function save(
  services: Services,
  trx: Trx,
  merchantId: string,
  { writes, changes, taken, pictures, gone, announced, takesOff }: Plan,
  now: string,
): Promise<void> {
  for (const write of writes) await trx.executeQuery(write);
  await writeRevisions(trx, changes, taken, now);
  await swapFiles(trx, merchantId, pictures, gone);
  if (announced) await services.dialect.announceChange(trx);
  if (takesOff) await announceOffSale(trx, services);
}

/** A category's title for the template. */
export async function firstCategoryOf({ db }: Pick<Services, "db">, merchantId: string): Promise<string> {
  return [...(await categoriesOfStore(db, merchantId)).values()][0]?.title ?? "Vegetables";
}
