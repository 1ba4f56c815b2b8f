import { timestamp } from "~/platform/clock";
import { inTransaction, type Db } from "~/platform/database/database.server";
import { isDuplicate } from "~/platform/database/duplicates";
import { job, jobProducer, type Job } from "~/platform/jobs/jobs.server";
import { mayPass } from "~/platform/outage";
import { leavesNothing } from "~/platform/process-slot";
import { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { checkedBatches, countedWith, isAsSeen, outcomeDigest, versionOf, type Seen } from "./checked-rows.server";
import { skuTaken } from "~/features/products/errors.server";
import { importHasQuestions, importNotValid, importOutdated } from "./errors.server";
import { categoriesOfStore, lockBySku } from "~/features/products/listed.server";
import { answersIn, importOf, isUnderWay, perAccount, standingImport } from "./import.server";
import { planFor, plansTogether, savePlan } from "~/features/products/plan-changes.server";
import { readUploadedSheet, type UploadedSheet } from "./uploaded-sheet.server";
import type { ImportReport } from "./schema";
import type { Answers } from "./row-questions.server";
import { stateKeeper } from "./state-before";

/** Rows that are imported while the merchant waits. A job imports longer files. */
const AT_ONCE = 1000;
const SECONDS = 300;
/** The progress is stored each time this many rows are done. */
const NOTED = 1000;

interface Asked {
  importId: string;
  merchantId: string;
  /** The version of the preview that the merchant decided on. Without it, that of the check. */
  version?: string | undefined;
}

/**
 * Imports a checked file: all of it, or nothing while a row has an error. If it was imported before, it only reports
 * the result. A long file is left to a job. Refuses `unknown_import`, `import_not_valid`, `import_has_questions`,
 * `sku_taken`, and `import_outdated` if rows come out differently than in the preview.
 * @param version of the preview that the merchant decided on; without it, that of the check
 */
export async function applyImport(
  services: Services,
  merchantId: string,
  importId: string,
  version?: string,
): Promise<ImportReport> {
  await services.rateLimiter.consume(perAccount, merchantId);
  const { rows } = await standingImport(services, services.db, merchantId, importId);
  const request = { importId, merchantId, version };
  if (rows > AT_ONCE) await begin(services, request);
  else await services.slot.run(leavesNothing, () => takeOver(services, request));
  return importOf(services, merchantId, importId, 1);
}

async function begin(services: Services, request: Asked): Promise<void> {
  const { importId, merchantId } = request;
  const startedAt = timestamp(services.clock);
  await inTransaction(services.db, async (trx) => {
    const importRow = await standingImport(services, trx, merchantId, importId, services.dialect);
    if (importRow.appliedAt !== null || isUnderWay(services, importRow)) return;
    if (importRow.wrong > 0) throw importNotValid();
    if (importRow.questions > 0) throw importHasQuestions();
    await trx
      .updateTable("productImports")
      .set({ startedAt, doneRows: 0, problem: "", problemCode: "" })
      .where("_id", "=", importId)
      .execute();
    await longImport.enqueue(trx, services, request, { uniqueKey: `import ${importId} ${startedAt}` });
  });
}

const longImport = jobProducer<Asked>("products.import");

/** Imports a long file. A refusal is stored for the merchant, who may try again. */
export const importJob: Job<Asked> = job(
  longImport.kind,
  async (request, services) => {
    const { importId } = request;
    const note = (values: { doneRows: number } | { problem: string; problemCode: string }) =>
      services.db
        .updateTable("productImports")
        .set(values)
        .where("_id", "=", importId)
        .where("appliedAt", "is", null)
        .execute();
    try {
      await services.slot.run(leavesNothing, () =>
        takeOver(services, request, async (doneRows) => {
          await note({ doneRows });
        }),
      );
    } catch (error) {
      if (!(error instanceof Refusal) || mayPass(error)) throw error;
      await note({ problem: error.message, problemCode: error.code });
    }
  },
  { seconds: SECONDS },
);

async function takeOver(
  services: Services,
  { importId, merchantId, version }: Asked,
  note?: (checkedCount: number) => Promise<void>,
): Promise<void> {
  const { db, dialect, clock } = services;
  // The import is computed before the transaction begins, because nobody else can write while it lasts.
  const file = await standingImport(services, db, merchantId, importId);
  const { answers: text } = file;
  if (file.csv === "") return;
  const now = timestamp(clock);
  const answers = answersIn({ answers: text });
  const sheet = await readUploadedSheet(file, answers);
  const before = await workOut(services, db, merchantId, { sheet, answers }, now, note);
  await inTransaction(db, async (trx) => {
    const importRow = await standingImport(services, trx, merchantId, importId, dialect);
    if (importRow.appliedAt !== null) return;
    await lockBySku(
      trx,
      dialect,
      merchantId,
      before.seen.flatMap(({ skus }) => skus),
    );
    // If others have changed these products meanwhile, the rows are computed again.
    const { counts, plan, state, preview } = (await isAsSeen(trx, merchantId, before.seen, before.categories))
      ? before
      : await workOut(services, trx, merchantId, { sheet, answers }, now);
    const isOutdated = importRow.preview !== "" && versionOf(preview) !== (version ?? versionOf(importRow.preview));
    if (isOutdated || importRow.answers !== text) throw importOutdated();
    if (counts.wrong > 0) throw importNotValid();
    if (counts.questions > 0) throw importHasQuestions();
    await savePlan(services, trx, merchantId, plan, now, "imported");
    await trx
      .updateTable("productImports")
      .set({
        appliedAt: now,
        csv: "",
        problem: "",
        problemCode: "",
        ...counts,
        before: state,
        answers: "",
        preview: "",
      })
      .where("_id", "=", importId)
      .where("merchantId", "=", merchantId)
      .execute();
    if (importRow.takesBack !== null)
      await trx
        .updateTable("productImports")
        .set({ takenBackAt: now, before: "" })
        .where("_id", "=", importRow.takesBack)
        .where("merchantId", "=", merchantId)
        .execute();
  }).catch((error: unknown) => {
    // Another request has just added a product with one of the SKUs.
    throw isDuplicate(error, "variantsSku") ? skuTaken() : error;
  });
}

/** Computes the rows to write for a file, and the state for undoing it. Calls `note` with the count of checked rows. */
async function workOut(
  services: Services,
  db: Db,
  merchantId: string,
  { sheet, answers }: { sheet: UploadedSheet; answers: Answers },
  now: string,
  note?: (checkedCount: number) => Promise<void>,
) {
  const categories = await categoriesOfStore(db, merchantId);
  const state = stateKeeper(sheet.fields);
  const [snapshots, digests]: [Seen[], string[]] = [[], []];
  const plans = plansTogether(db);
  let [counts, checked] = [countedWith([]), 0];
  for await (const batch of checkedBatches(db, merchantId, sheet, {
    categories,
    units: services.config.units,
    answers,
  })) {
    counts = countedWith(batch.rows, counts);
    checked += batch.rows.length;
    if (batch.seen) snapshots.push(batch.seen);
    state.add(batch.rows);
    digests.push(batch.rows.map((row) => outcomeDigest(row)).join(""));
    await plans.add(await planFor({ ...services, db }, merchantId, batch.rows, now));
    if (checked % NOTED === 0) await note?.(checked);
  }
  return { counts, seen: snapshots, categories, plan: plans.whole(), state: state.text(), preview: digests.join("") };
}
