import { timestamp } from "~/platform/clock";
import { inTransaction, isDuplicate, type Db } from "~/platform/database/database.server";
import { job, jobProducer, type Job } from "~/platform/jobs/jobs.server";
import { leavesNothing } from "~/platform/process-slot";
import { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { checkedBatches, countedWith, isAsSeen, type Seen } from "./checked-rows.server";
import { importNotValid, skuTaken } from "./errors.server";
import { categoriesOfStore, lockBySku } from "./import-queries.server";
import { importOf, isUnderWay, perAccount, standingImport } from "./import.server";
import { planFor, savePlan, together, type Plan } from "./plan-import.server";
import { readSheet, type Sheet } from "./read-csv.server";
import type { ImportReport } from "./import-schema";
import { stateKeeper } from "./state-before";

/** Rows that are taken over while the merchant waits; more are a job's. */
const AT_ONCE = 1000;
const SECONDS = 300;
/** It is said by so many rows how far it is. */
const NOTED = 1000;

interface Asked {
  importId: string;
  merchantId: string;
}

/**
 * Takes over a checked file: all of it, or nothing while a row has an error. A second time it only says what was
 * done. A long file is begun, and a job goes on with it. Refuses `unknown_import`, `import_not_valid`, `sku_taken`.
 */
export async function applyImport(services: Services, merchantId: string, importId: string): Promise<ImportReport> {
  await services.rateLimiter.consume(perAccount, merchantId);
  const { rows } = await standingImport(services, services.db, merchantId, importId);
  if (rows > AT_ONCE) await begin(services, merchantId, importId);
  else await services.slot.run(leavesNothing, () => takeOver(services, merchantId, importId));
  return importOf(services, merchantId, importId, 1);
}

async function begin(services: Services, merchantId: string, importId: string): Promise<void> {
  const startedAt = timestamp(services.clock);
  await inTransaction(services.db, async (trx) => {
    const kept = await standingImport(services, trx, merchantId, importId, services.dialect);
    if (kept.appliedAt !== null || isUnderWay(services, kept)) return;
    if (kept.wrong > 0) throw importNotValid();
    await trx
      .updateTable("productImports")
      .set({ startedAt, doneRows: 0, problem: "" })
      .where("_id", "=", importId)
      .execute();
    await longImport.enqueue(trx, services, { importId, merchantId }, { uniqueKey: `import ${importId} ${startedAt}` });
  });
}

const longImport = jobProducer<Asked>("products.import");

/** Takes over a long file. What cannot be done is written down for the merchant, who may press again. */
export const importJob: Job<Asked> = job(
  longImport.kind,
  async ({ importId, merchantId }, services) => {
    const note = (values: { doneRows: number } | { problem: string }) =>
      services.db
        .updateTable("productImports")
        .set(values)
        .where("_id", "=", importId)
        .where("appliedAt", "is", null)
        .execute();
    try {
      await services.slot.run(leavesNothing, () =>
        takeOver(services, merchantId, importId, async (doneRows) => {
          await note({ doneRows });
        }),
      );
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await note({ problem: error.message });
    }
  },
  { seconds: SECONDS },
);

async function takeOver(
  services: Services,
  merchantId: string,
  importId: string,
  note?: (checked: number) => Promise<void>,
): Promise<void> {
  const { db, dialect, clock } = services;
  // All of it is worked out before the transaction begins: nobody else gets to write while that lasts.
  const { csv, takesBack } = await standingImport(services, db, merchantId, importId);
  if (csv === "") return;
  const sheet = await readSheet(csv, { isOurs: takesBack !== null });
  const now = timestamp(clock);
  const before = await workOut(services, db, merchantId, sheet, now, note);
  await inTransaction(db, async (trx) => {
    const kept = await standingImport(services, trx, merchantId, importId, dialect);
    if (kept.appliedAt !== null) return;
    await lockBySku(
      trx,
      dialect,
      merchantId,
      before.seen.flatMap(({ skus }) => skus),
    );
    // What others have changed meanwhile is worked out again.
    const { counts, plan, state } = (await isAsSeen(trx, merchantId, before.seen, before.categories))
      ? before
      : await workOut(services, trx, merchantId, sheet, now);
    if (counts.wrong > 0) throw importNotValid();
    await savePlan(services, trx, merchantId, plan, now, "imported");
    await trx
      .updateTable("productImports")
      .set({ appliedAt: now, csv: "", problem: "", ...counts, before: state })
      .where("_id", "=", importId)
      .where("merchantId", "=", merchantId)
      .execute();
    if (kept.takesBack !== null)
      await trx
        .updateTable("productImports")
        .set({ takenBackAt: now, before: "" })
        .where("_id", "=", kept.takesBack)
        .where("merchantId", "=", merchantId)
        .execute();
  }).catch((error: unknown) => {
    // Somebody has just added a product with one of the SKUs.
    throw isDuplicate(error) ? skuTaken() : error;
  });
}

/** What is to be written for a file, and what is kept for taking it back; `note` is told how many rows are checked. */
async function workOut(
  services: Services,
  db: Db,
  merchantId: string,
  sheet: Sheet,
  now: string,
  note?: (checked: number) => Promise<void>,
) {
  const categories = await categoriesOfStore(db, merchantId);
  const state = stateKeeper(sheet.fields);
  const [plans, seen]: [Plan[], Seen[]] = [[], []];
  let [counts, checked] = [countedWith([]), 0];
  for await (const batch of checkedBatches(db, merchantId, sheet, categories)) {
    counts = countedWith(batch.rows, counts);
    checked += batch.rows.length;
    if (batch.seen) seen.push(batch.seen);
    state.add(batch.rows);
    plans.push(await planFor(services, merchantId, batch.rows, now));
    if (checked % NOTED === 0) await note?.(checked);
  }
  return { counts, seen, categories, plan: together(plans), state: state.text() };
}
