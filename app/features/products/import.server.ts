import { timestamp } from "~/platform/clock";
import { inTransaction, type Db } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import type { ProductImportRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { leavesNothing } from "~/platform/process-slot";
import type { Services } from "~/platform/services.server";
import type { CheckedRow } from "./check-rows.server";
import { checkedBatches, countedWith, type Counts } from "./checked-rows.server";
import type { DecodedSheet } from "./decode-sheet.server";
import { csvTooLarge, unknownImport } from "./errors.server";
import { categoriesOfStore, keepFile, KEPT, keptFile } from "./import-queries.server";
import { readSheet, type Sheet } from "./read-csv.server";
import type { ImportReport, ImportRow, ImportSummary } from "./import-schema";
import { sheetText } from "./sheet-text.server";

/** Ten thousand products with short descriptions. */
export const MOST_CSV_BYTES = 5 * 1024 * 1024;
const ROWS_A_PAGE = 100;
const KEPT_SECONDS = 24 * 3600;
/** Ten thousand rows are seconds of work, and nobody mends a file more often. */
export const perAccount: RateLimit = { name: "import-account", points: 60, seconds: 600 };
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
  const name = file.name.replace(UNPRINTABLE, "").slice(-100);
  return keepChecked(services, merchantId, { name, ...(await sheetText(services, merchantId, file.bytes)) });
}

/** Keeps what a file says, and answers what it would do. */
export async function keepChecked(
  services: Services,
  merchantId: string,
  { name, text, encoding, takesBack = null }: DecodedSheet & { name: string; takesBack?: string | null },
): Promise<ImportReport> {
  const { clock, db, slot } = services;
  const sheet = await readSheet(text, { isOurs: takesBack !== null });
  const { rows, counts, told } = await slot.run(leavesNothing, () => checked(db, merchantId, sheet, 1));
  const kept: ProductImportRow = {
    _id: newId(clock.now()),
    merchantId,
    fileName: name,
    csv: text,
    encoding,
    rows,
    createdAt: timestamp(clock),
    startedAt: null,
    doneRows: 0,
    problem: "",
    appliedAt: null,
    before: "",
    takesBack,
    takenBackAt: null,
    ...counts,
  };
  await inTransaction(db, (trx) => keepFile(trx, kept));
  return reportOf(kept, { ...told, unknown: sheet.unknown }, 1);
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
  const kept = await standingImport(services, services.db, merchantId, importId);
  if (kept.appliedAt !== null || isUnderWay(services, kept)) return reportOf(kept, { ...NOTHING_TOLD, unknown: [] }, 1);
  const sheet = await readSheet(kept.csv, { isOurs: kept.takesBack !== null });
  const { counts, told } = await services.slot.run(leavesNothing, () => checked(services.db, merchantId, sheet, page));
  return reportOf({ ...kept, ...counts }, { ...told, unknown: sheet.unknown }, page);
}

/** The files that are kept of a merchant, newest first. */
export async function recentImports({ db, clock }: Services, merchantId: string): Promise<ImportSummary[]> {
  return db
    .selectFrom("productImports")
    .select(["_id", "fileName", "createdAt", "startedAt", "problem", "appliedAt", "takesBack", "takenBackAt"])
    .select(["created", "changed", "deleted"])
    .where("merchantId", "=", merchantId)
    .where("createdAt", ">=", timestamp(clock, -KEPT_SECONDS))
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(KEPT)
    .execute();
}

/** Forgets files a day after they came. */
export async function sweepImports({ db, clock }: Services): Promise<void> {
  await db.deleteFrom("productImports").where("createdAt", "<", timestamp(clock, -KEPT_SECONDS)).execute();
}

/** No job takes longer than that, with all of its tries: whoever presses then begins anew, and it is done once. */
const LONGEST_SECONDS = 900;

/** A job is taking it over. */
export const isUnderWay = (
  { clock }: Pick<Services, "clock">,
  { startedAt, appliedAt, problem }: Pick<ProductImportRow, "startedAt" | "appliedAt" | "problem">,
) => startedAt !== null && startedAt > timestamp(clock, -LONGEST_SECONDS) && appliedAt === null && problem === "";

/** A file that is kept, locked where a dialect is given. Refuses `unknown_import`. */
export async function standingImport(
  { clock }: Pick<Services, "clock">,
  db: Db,
  merchantId: string,
  importId: string,
  dialect?: Dialect,
): Promise<ProductImportRow> {
  const kept = await keptFile(db, merchantId, importId, dialect);
  if (!kept || kept.createdAt < timestamp(clock, -KEPT_SECONDS)) throw unknownImport();
  return kept;
}

/** The rows that a report tells of: those of one page, and how many there are in all. */
interface Told {
  docs: ImportRow[];
  total: number;
}
const NOTHING_TOLD: Told = { docs: [], total: 0 };

/** Every row against what there is; of those that a report tells of, only one page's stay in memory. */
async function checked(
  db: Db,
  merchantId: string,
  sheet: Sheet,
  page: number,
): Promise<{ rows: number; counts: Counts; told: Told }> {
  let [rows, counts] = [0, countedWith([])];
  const [wrong, different]: [Told, Told] = [
    { docs: [], total: 0 },
    { docs: [], total: 0 },
  ];
  const tell = (told: Told, row: CheckedRow) => {
    told.total += 1;
    if (Math.ceil(told.total / ROWS_A_PAGE) !== page) return;
    const { row: at, sku, title, outcome, errors, changes } = row;
    told.docs.push({ row: at, sku, title, outcome, errors, changes });
  };
  for await (const batch of checkedBatches(db, merchantId, sheet, await categoriesOfStore(db, merchantId))) {
    rows += batch.rows.length;
    counts = countedWith(batch.rows, counts);
    for (const row of batch.rows) {
      if (row.outcome === "wrong") tell(wrong, row);
      if (row.outcome !== "unchanged") tell(different, row);
    }
  }
  return { rows, counts, told: counts.wrong > 0 ? wrong : different };
}

function reportOf(
  { csv: _csv, before: _before, merchantId: _merchantId, ...kept }: ProductImportRow,
  { docs, total, unknown }: Told & { unknown: string[] },
  page: number,
): ImportReport {
  return { ...kept, unknownColumns: unknown, docs, page, hasNextPage: page * ROWS_A_PAGE < total, total };
}

/** A category's title for the template. */
export async function firstCategoryOf({ db }: Pick<Services, "db">, merchantId: string): Promise<string> {
  return [...(await categoriesOfStore(db, merchantId)).values()][0]?.title ?? "Vegetables";
}
