import { audit, type Operator } from "~/features/audit/audit.server";
import { refundProduct } from "~/features/refunds/refund-product.server";
import { sendFailedAgain } from "~/features/refunds/settle-refund.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { isDuplicate } from "~/platform/database/duplicates";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { RecallRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import { job, settleDeadLetter, type Job } from "~/platform/jobs/jobs.server";
import { reviveDeadLetters } from "~/platform/jobs/revive-dead-letter.server";
import { mayPass } from "~/platform/outage";
import type { Services } from "~/platform/services.server";
import { linesBought, purchasePage } from "./buyers.server";
import { nobodyBought, nothingFailed, underWay, unknownRecall } from "./errors.server";
import { failedRefundJobs, failedRefunds } from "./queries.server";
import { recalledProduct } from "./recalled-product.server";
import type { BeginRecall } from "./schema";

/** Lines that one run of the job handles. */
const AT_ONCE = 20;

/** The unique key of the recall's job that continues after a line. */
export const walkKey = (recallId: string, cursor: string): string => `recall ${recallId} ${cursor}`;

/**
 * Begins to refund the price of a product to all who bought it on these days. Jobs do it, order by order. Returns the
 * recall's id. Refuses `not_taken_off`, `nobody_bought`, and `recall_under_way` if the product already has one.
 */
export async function beginRecall(
  services: Services,
  operator: Operator,
  productId: string,
  { since, until, reason }: BeginRecall,
): Promise<string> {
  const { total } = await purchasePage(services, { productId, since, until }, 1);
  return inTransactionOnce(services, async (trx) => {
    const _id = newId(services.clock.now());
    const { title } = await recalledProduct(trx, productId);
    if (total === 0) throw nobodyBought();
    await trx
      .insertInto("recalls")
      .values({
        _id,
        productId,
        since,
        until,
        reason,
        begunBy: operator.name,
        createdAt: timestamp(services.clock),
        cursor: "",
        finishedAt: null,
      })
      .execute();
    await audit(trx, services, operator, "product.recalled", title, {
      product: productId,
      reason,
      ...(since && { since }),
      ...(until && { until }),
    });
    await walk.enqueue(trx, services, { recallId: _id }, { uniqueKey: walkKey(_id, "") });
    return _id;
  }).catch((error: unknown) => {
    throw isDuplicate(error, "recallsOneUnderWay") ? underWay() : error;
  });
}

export async function recallRow({ db }: Pick<Services, "db">, recallId: string): Promise<RecallRow> {
  const row = await db.selectFrom("recalls").selectAll().where("_id", "=", recallId).executeTakeFirst();
  if (!row) throw unknownRecall();
  return row;
}

/**
 * Handles the next orders of a recall. Each order has its own transaction, which notes that the order was handled. If
 * the job starts again after a crash, or runs twice at once, it refunds nothing twice and goes on where it was.
 */
export const walk: Job<{ recallId: string }> = job("recall", async ({ recallId }, services) => {
  const { db, clock, config } = services;
  const recall = await recallRow(services, recallId);
  if (recall.finishedAt !== null) return;
  const lines = await linesBought(db, config.timeZone, recall)
    .select(["l._id", "l.orderId"])
    .where("l._id", ">", recall.cursor)
    .orderBy("l._id")
    .limit(AT_ONCE)
    .execute();
  const passing: unknown[] = [];
  // An order that another transaction has locked does not delay the others.
  for (const { orderId } of lines)
    await refundRecalled(services, recall, orderId).catch((error: unknown) => passing.push(error));
  // The job is retried, and skips what is done. The recall goes no further before that.
  if (passing.length > 0) throw new AggregateError(passing, passing.map(String).join("; "));
  const last = lines.at(-1)?._id;
  await inTransaction(db, async (trx) => {
    // Another run may have moved the cursor further meanwhile.
    const updated = await trx
      .updateTable("recalls")
      .set(last === undefined ? { finishedAt: timestamp(clock) } : { cursor: last })
      .where("_id", "=", recallId)
      .where("cursor", "=", recall.cursor)
      .where("finishedAt", "is", null)
      .executeTakeFirst();
    if (updated.numUpdatedRows === 1n && last !== undefined)
      await walk.enqueue(trx, services, { recallId }, { uniqueKey: walkKey(recallId, last) });
  });
});

/**
 * An order that cannot be refunded does not stop the others: its problem is stored, and can be retried. An error that
 * may pass by itself, such as a lock that another transaction held for long, is thrown instead.
 */
async function refundRecalled(services: Services, recall: RecallRow, orderId: string): Promise<void> {
  const { db, log } = services;
  const orderOfRecall = { recallId: recall._id, orderId };
  try {
    await inTransaction(db, async (trx) => {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto("recallOrders")
        .values({ ...orderOfRecall, refundId: null, amountCents: 0, problem: "" })
        .onConflict((oc) => oc.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) return;
      const refund = await refundProduct(trx, services, {
        orderId,
        productId: recall.productId,
        reason: recall.reason,
      });
      if (refund)
        await trx
          .updateTable("recallOrders")
          .set(refund)
          .where("recallId", "=", recall._id)
          .where("orderId", "=", orderId)
          .execute();
    });
  } catch (error) {
    if (mayPass(error)) throw error;
    const problem = (error instanceof Error ? error.message : String(error)).slice(0, 500) || "Something went wrong.";
    log.error({ recall: recall._id, order: orderId, reason: problem }, "an order could not be recalled");
    await db
      .insertInto("recallOrders")
      .values({ ...orderOfRecall, refundId: null, amountCents: 0, problem })
      .onConflict((oc) => oc.doNothing())
      .execute();
  }
}

/**
 * Retries everything that failed: refunds that the provider refused, refunds that came back from it, orders with a
 * problem, a recall that stopped. Refuses `unknown_recall`, `nothing_failed`, and `recall_under_way`.
 */
export async function retryRecall(services: Services, operator: Operator, recallId: string): Promise<void> {
  const recall = await recallRow(services, recallId);
  await inTransactionOnce(services, async (trx) => {
    const { title } = await recalledProduct(trx, recall.productId, { onSaleToo: true });
    const revived = await reviveDeadLetters(trx, services, await failedRefundJobs(trx, recallId));
    const resent = await sendFailedAgain(trx, services, await failedRefunds(trx, recallId));
    const forgotten = await trx
      .deleteFrom("recallOrders")
      .where("recallId", "=", recallId)
      .where("problem", "<>", "")
      .executeTakeFirst();
    const stopped = await settleDeadLetter(trx, services, walkKey(recallId, recall.cursor));
    const isResumed = forgotten.numDeletedRows > 0n || stopped;
    if (revived + resent === 0 && !isResumed) throw nothingFailed();
    if (isResumed) {
      // Starts with the first line again, and skips what is done.
      const cursor = forgotten.numDeletedRows > 0n ? "" : recall.cursor;
      await trx.updateTable("recalls").set({ cursor, finishedAt: null }).where("_id", "=", recallId).execute();
      await walk.enqueue(trx, services, { recallId }, { uniqueKey: walkKey(recallId, cursor) });
    }
    await audit(trx, services, operator, "recall.retried", title, { product: recall.productId });
  }).catch((error: unknown) => {
    const isUnderWay = isDuplicate(error, "recallsOneUnderWay") || isDuplicate(error, "jobsUnique");
    throw isUnderWay ? underWay() : error;
  });
}
