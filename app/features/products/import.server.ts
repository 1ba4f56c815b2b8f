import { timestamp } from "~/platform/clock";
import { inTransaction, type Db } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import type { ProductImportRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import type { Services } from "~/platform/services.server";
import { checkedRows, countsOf } from "./checked-rows.server";
import type { DecodedSheet } from "./decode-sheet.server";
import { csvTooLarge, unknownImport } from "./errors.server";
import { categoriesOfStore, keepFile, KEPT, keptFile } from "./import-queries.server";
import { readSheet } from "./read-csv.server";
import type { ImportReport, ImportSummary } from "./schema";
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
  const { clock, db } = services;
  const sheet = await readSheet(text, { isOurs: takesBack !== null });
  const checked = await checkedRows(db, merchantId, sheet);
  const kept: ProductImportRow = {
    _id: newId(clock.now()),
    merchantId,
    fileName: name,
    csv: text,
    encoding,
    rows: sheet.rows.length,
    createdAt: timestamp(clock),
    startedAt: null,
    doneRows: 0,
    problem: "",
    appliedAt: null,
    before: "",
    takesBack,
    takenBackAt: null,
    ...countsOf(checked.rows),
  };
  await inTransaction(db, (trx) => keepFile(trx, kept));
  return reportOf(kept, { rows: checked.rows, unknown: sheet.unknown }, 1);
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
  if (kept.appliedAt !== null || isUnderWay(services, kept)) return reportOf(kept, { rows: [], unknown: [] }, 1);
  const sheet = await readSheet(kept.csv, { isOurs: kept.takesBack !== null });
  const { rows } = await checkedRows(services.db, merchantId, sheet);
  return reportOf({ ...kept, ...countsOf(rows) }, { rows, unknown: sheet.unknown }, page);
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

function reportOf(
  { csv: _csv, before: _before, merchantId: _merchantId, ...kept }: ProductImportRow,
  { rows, unknown }: { rows: Awaited<ReturnType<typeof checkedRows>>["rows"]; unknown: string[] },
  page: number,
): ImportReport {
  const told = rows.filter(({ outcome }) => (kept.wrong > 0 ? outcome === "wrong" : outcome !== "unchanged"));
  return {
    ...kept,
    unknownColumns: unknown,
    docs: told
      .slice((page - 1) * ROWS_A_PAGE, page * ROWS_A_PAGE)
      .map(({ row, sku, title, outcome, errors, changes }) => ({ row, sku, title, outcome, errors, changes })),
    page,
    hasNextPage: page * ROWS_A_PAGE < told.length,
    total: told.length,
  };
}

/** A category's title for the template. */
export async function firstCategoryOf({ db }: Pick<Services, "db">, merchantId: string): Promise<string> {
  return [...(await categoriesOfStore(db, merchantId)).values()][0]?.title ?? "Vegetables";
}
