import { timestamp } from "~/platform/clock";
import { z } from "~/features/zod";
import { inTransaction, type Db } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import type { ProductImportRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { leavesNothing } from "~/platform/process-slot";
import type { Services } from "~/platform/services.server";
import type { CheckedRow } from "./check-rows.server";
import { checkedBatches, countedWith, DIGEST, outcomeDigest, versionOf, type Counts } from "./checked-rows.server";
import type { DecodedSheet } from "./decode-sheet.server";
import { notYourCategory } from "~/features/products/errors.server";
import { csvTooLarge, missingColumn, unknownImport } from "./errors.server";
import { categoriesOfStore } from "~/features/products/listed.server";
import { readUploadedSheet, type UploadedSheet } from "./uploaded-sheet.server";
import { keepFile, KEPT, keptFile } from "./queries.server";
import type { ImportAnswers, ImportReport, ImportRow, ImportSummary, QuestionCode } from "./schema";
import type { Answers } from "./row-questions.server";
import { sheetText } from "./sheet-text.server";

/** Enough for ten thousand products with short descriptions. */
export const MOST_CSV_BYTES = 5 * 1024 * 1024;
const ROWS_A_PAGE = 100;
const KEPT_SECONDS = 24 * 3600;
/** Ten thousand rows take seconds of work, and no merchant corrects a file more often. */
export const perAccount: RateLimit = { name: "import-account", points: 60, seconds: 600 };
const perReader: RateLimit = { name: "import-pages", points: 300, seconds: 600 };
const UNPRINTABLE = /[\u0000-\u001f\u007f]/g;

/**
 * Checks a file and keeps it for a day, so that it can be imported as it was checked. Changes nothing else.
 * @param categoryId one of the store's categories, for rows without one; empty for none
 */
export async function checkImport(
  services: Services,
  merchantId: string,
  file: { name: string; bytes: Uint8Array },
  categoryId: string,
): Promise<ImportReport> {
  await services.rateLimiter.consume(perAccount, merchantId);
  if (file.bytes.length > MOST_CSV_BYTES) throw csvTooLarge();
  const fallbackCategory = categoryId === "" ? "" : await titleOfCategory(services.db, merchantId, categoryId);
  const name = file.name.replace(UNPRINTABLE, "").slice(-100);
  const sheet = await sheetText(services, merchantId, file.bytes);
  return keepChecked(services, merchantId, { name, fallbackCategory, ...sheet });
}

/** The title of a category that the store sells in. Refuses `not_your_category`. */
async function titleOfCategory(db: Db, merchantId: string, categoryId: string): Promise<string> {
  const categories = await categoriesOfStore(db, merchantId);
  const category = [...categories.values()].find(({ _id }) => _id === categoryId);
  if (!category) throw notYourCategory();
  return category.title;
}

/** Keeps a file's text, and reports what it would do. Refuses a file of new products that lacks a column. */
export async function keepChecked(
  services: Services,
  merchantId: string,
  {
    name,
    text,
    encoding,
    takesBack = null,
    fallbackCategory = "",
  }: DecodedSheet & { name: string; takesBack?: string | null; fallbackCategory?: string },
): Promise<ImportReport> {
  const { clock, db, slot } = services;
  const sheet = await readUploadedSheet({ csv: text, encoding, takesBack, fallbackCategory }, new Map());
  const { rows, counts, told, preview, missing } = await slot.run(leavesNothing, () =>
    checked(services, merchantId, sheet, { page: 1 }),
  );
  // Headings in the wrong encoding may be the missing ones, so the question about the encoding comes first.
  if (missing.length > 0 && sheet.question === null) throw missingColumn(missing, sheet.headings);
  const importRow: ProductImportRow = {
    _id: newId(clock.now()),
    merchantId,
    fileName: name,
    csv: text,
    encoding,
    fallbackCategory,
    rows,
    createdAt: timestamp(clock),
    startedAt: null,
    doneRows: 0,
    problem: "",
    problemCode: "",
    appliedAt: null,
    before: "",
    takesBack,
    takenBackAt: null,
    answers: "",
    preview,
    ...counts,
  };
  await inTransaction(db, (trx) => keepFile(trx, importRow));
  return reportOf({ ...importRow, encoding: sheet.encoding }, { ...told, unknown: sheet.unknown, preview }, 1);
}

/** The effect that a kept file would have now, or its result. */
export async function importOf(
  services: Services,
  merchantId: string,
  importId: string,
  page: number,
): Promise<ImportReport> {
  // Every page of the report reads the file again.
  await services.rateLimiter.consume(perReader, merchantId);
  const importRow = await standingImport(services, services.db, merchantId, importId);
  if (importRow.appliedAt !== null || isUnderWay(services, importRow))
    return reportOf(importRow, { ...NOTHING_TOLD, unknown: [], preview: "" }, 1);
  const sheet = await readUploadedSheet(importRow, answersIn(importRow));
  const { counts, told, preview } = await services.slot.run(leavesNothing, () =>
    checked(services, merchantId, sheet, { page, answers: answersIn(importRow), earlier: importRow.preview }),
  );
  return reportOf(
    { ...importRow, ...counts, encoding: sheet.encoding },
    { ...told, unknown: sheet.unknown, preview },
    page,
  );
}

const storedAnswers = z.array(z.tuple([z.string(), z.string()]));

/** The merchant's answers to questions about a kept file. */
export const answersIn = ({ answers }: Pick<ProductImportRow, "answers">): Answers =>
  new Map(answers === "" ? [] : storedAnswers.parse(JSON.parse(answers)));

/**
 * Keeps answers about a file, and reports what it would do with them. Leaves out answers to questions that are no
 * longer asked, and choices that a question does not have. Refuses `unknown_import`.
 */
export async function answerImport(
  services: Services,
  merchantId: string,
  importId: string,
  { answers, all }: ImportAnswers,
): Promise<ImportReport> {
  await services.rateLimiter.consume(perReader, merchantId);
  const { db, dialect, slot } = services;
  const importRow = await standingImport(services, db, merchantId, importId);
  if (importRow.appliedAt !== null || isUnderWay(services, importRow))
    return importOf(services, merchantId, importId, 1);
  const choices = new Map([
    ...answersIn(importRow),
    ...answers.map(({ question, choice }) => [question, choice] as const),
  ]);
  const sheet = await readUploadedSheet(importRow, choices);
  const general = new Map(all.map(({ code, choice }) => [code, choice]));
  await slot.run(leavesNothing, async () => {
    const valid = await choicesFor(services, merchantId, sheet, choices, general);
    const { counts, preview } = await checked(services, merchantId, sheet, { page: 1, answers: valid });
    await inTransaction(db, async (trx) => {
      const { appliedAt } = await standingImport(services, trx, merchantId, importId, dialect);
      if (appliedAt !== null) return;
      await trx
        .updateTable("productImports")
        .set({ answers: JSON.stringify([...valid]), preview, ...counts })
        .where("_id", "=", importId)
        .where("merchantId", "=", merchantId)
        .execute();
    });
  });
  return importOf(services, merchantId, importId, 1);
}

/** The choices that answer a question of the file, including those made for all questions of a kind. */
async function choicesFor(
  { db, config: { units } }: Pick<Services, "db" | "config">,
  merchantId: string,
  sheet: UploadedSheet,
  choices: Answers,
  general: ReadonlyMap<QuestionCode, string>,
): Promise<Answers> {
  const valid = new Map<string, string>();
  const categories = await categoriesOfStore(db, merchantId);
  for await (const { rows } of checkedBatches(db, merchantId, sheet, { categories, units, answers: choices }))
    for (const { question, code, answer, choices: offered } of rows.flatMap(({ questions }) => questions)) {
      const choice = answer ?? general.get(code);
      if (choice !== undefined && offered.some((one) => one.choice === choice)) valid.set(question, choice);
    }
  return valid;
}

/** The files kept for a merchant, newest first. */
export async function recentImports({ db, clock }: Services, merchantId: string): Promise<ImportSummary[]> {
  return db
    .selectFrom("productImports")
    .select(["_id", "fileName", "createdAt", "startedAt", "problem", "problemCode", "appliedAt"])
    .select(["takesBack", "takenBackAt", "created", "changed", "deleted"])
    .where("merchantId", "=", merchantId)
    .where("createdAt", ">=", timestamp(clock, -KEPT_SECONDS))
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(KEPT)
    .execute();
}

/** Deletes files a day after their upload. */
export async function sweepImports({ db, clock }: Services): Promise<void> {
  await db.deleteFrom("productImports").where("createdAt", "<", timestamp(clock, -KEPT_SECONDS)).execute();
}

/** No job takes longer, retries included. A merchant who then tries again starts a new job; the import is done once. */
const LONGEST_SECONDS = 900;

/** Whether a job is importing the file. */
export const isUnderWay = (
  { clock }: Pick<Services, "clock">,
  { startedAt, appliedAt, problem }: Pick<ProductImportRow, "startedAt" | "appliedAt" | "problem">,
) => startedAt !== null && startedAt > timestamp(clock, -LONGEST_SECONDS) && appliedAt === null && problem === "";

/** A kept file, locked if a dialect is given. Refuses `unknown_import`. */
export async function standingImport(
  { clock }: Pick<Services, "clock">,
  db: Db,
  merchantId: string,
  importId: string,
  dialect?: Dialect,
): Promise<ProductImportRow> {
  const importRow = await keptFile(db, merchantId, importId, dialect);
  if (!importRow || importRow.createdAt < timestamp(clock, -KEPT_SECONDS)) throw unknownImport();
  return importRow;
}

/** The rows that a report shows: those of one page, and how many there are in all. */
interface Told {
  docs: ImportRow[];
  total: number;
  /** Rows of the whole file whose outcome differs from an earlier preview. */
  outdated: number;
}
const NOTHING_TOLD: Told = { docs: [], total: 0, outdated: 0 };

/** Whether a question about the file's encoding is open. Without its answer, errors may come from wrong letters. */
const isOfLetters = ({ code, answer }: ImportRow["questions"][number]) => code === "letters_unclear" && answer === null;

/** Checks every row against the stored products. Of the rows for the report, only one page's stay in memory. */
async function checked(
  { db, config: { units } }: Pick<Services, "db" | "config">,
  merchantId: string,
  sheet: UploadedSheet,
  { page, answers = new Map(), earlier = "" }: { page: number; answers?: Answers; earlier?: string },
): Promise<{ rows: number; counts: Counts; told: Told; preview: string; missing: string[] }> {
  let [rows, counts, outdated] = [0, countedWith([]), 0];
  const digests: string[] = [];
  const missing = new Set<string>();
  let isAllNew = true;
  const [wrong, open, different]: [Told, Told, Told] = [{ ...NOTHING_TOLD }, { ...NOTHING_TOLD }, { ...NOTHING_TOLD }];
  for (const section of [wrong, open, different]) section.docs = [];
  const tell = (section: Told, row: CheckedRow, isOutdated: boolean) => {
    section.total += 1;
    if (Math.ceil(section.total / ROWS_A_PAGE) !== page) return;
    const { row: at, sku, title, outcome, errors, changes, questions } = row;
    section.docs.push({ row: at, sku, title, outcome, errors, changes, questions, isOutdated });
  };
  const categories = await categoriesOfStore(db, merchantId);
  for await (const batch of checkedBatches(db, merchantId, sheet, { categories, units, answers })) {
    counts = countedWith(batch.rows, counts);
    for (const row of batch.rows) {
      if (row.before) isAllNew = false;
      for (const column of row.missingColumns ?? []) missing.add(column);
      const digest = outcomeDigest(row);
      const isOutdated = earlier !== "" && earlier.slice(rows * DIGEST, (rows + 1) * DIGEST) !== digest;
      digests.push(digest);
      rows += 1;
      if (isOutdated) outdated += 1;
      if (row.outcome === "wrong" || row.questions.some(isOfLetters)) tell(wrong, row, isOutdated);
      if (row.questions.length > 0) tell(open, row, isOutdated);
      if (row.outcome !== "unchanged" || row.questions.length > 0 || isOutdated) tell(different, row, isOutdated);
    }
  }
  const told = counts.wrong > 0 ? wrong : counts.questions > 0 ? open : different;
  return {
    rows,
    counts,
    told: { ...told, outdated },
    preview: digests.join(""),
    missing: isAllNew ? [...missing] : [],
  };
}

function reportOf(
  {
    csv: _csv,
    before: _before,
    merchantId: _merchantId,
    answers: _answers,
    preview: _preview,
    ...importRow
  }: ProductImportRow,
  { docs, total, outdated, unknown, preview }: Told & { unknown: string[]; preview: string },
  page: number,
): ImportReport {
  const version = preview === "" ? "" : versionOf(preview);
  const hasNextPage = page * ROWS_A_PAGE < total;
  return { ...importRow, outdated, version, unknownColumns: unknown, docs, page, hasNextPage, total };
}

/** A category's title for the template. */
export async function firstCategoryOf({ db }: Pick<Services, "db">, merchantId: string): Promise<string> {
  return [...(await categoriesOfStore(db, merchantId)).values()][0]?.title ?? "Vegetables";
}
