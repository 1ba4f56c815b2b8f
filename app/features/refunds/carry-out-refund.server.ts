import { lockOrder } from "~/features/orders/order.server";
import { ProviderRefused, type ProviderRefundStatus } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import type { Job } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { reconcileRefunds } from "./reconcile-refunds.server";
import { refund } from "./refund-order.server";
import { markTaken } from "./refund-outcome.server";

/** The longest time that a request to the provider may take, its repetitions included. */
const SENDING_SECONDS = 60;

/**
 * Refunds money through the provider: for a whole order, a merchant's part of it, or single pieces. It first asks the
 * provider what was refunded already, so that nothing is refunded twice that somebody refunded by hand meanwhile. The
 * provider knows the refund by its id, so a retry moves nothing twice.
 */
export const carryOutRefund: Job<{ refundId: string }> = {
  ...refund,
  async handle({ refundId }, services) {
    const { db, dialect, cards } = services;
    const row = await db
      .selectFrom("refunds as r")
      .innerJoin("orders as o", "o._id", "r.orderId")
      .select(["r.orderId", "r.intentId", "r.amountCents", "r.doneAt", "r.providerId", "r.failedAt", "o.provider"])
      .where("r._id", "=", refundId)
      .executeTakeFirstOrThrow();
    // The refund is on its way already, or waits for an operator's decision.
    if (row.doneAt || row.providerId || row.failedAt) return;
    // An order from before the shop took real cards moved no money, so there is none to give back.
    const isPretended = row.provider === "test" && cards.name !== "test";
    if (!isPretended) await reconcileRefunds(services, row.intentId, { ownRefundId: refundId });
    const outcome = isPretended
      ? { providerId: null, amountCents: row.amountCents, status: null }
      : await send(services, row.orderId, refundId);
    if (!outcome) return;
    await inTransaction(db, async (trx) => {
      const order = await lockOrder(trx, dialect, row.orderId);
      if (order) await markTaken(trx, services, order, refundId, outcome);
    });
  },
};

/**
 * Asks the provider for the rest of the refund; null if nothing is left. It counts a refusal, so that the next try has
 * another key: under the same key the provider would only repeat the refusal.
 */
async function send(
  services: Services,
  orderId: string,
  refundId: string,
): Promise<{ providerId: string; amountCents: number; status: ProviderRefundStatus } | null> {
  const { db, clock, dialect, cards } = services;
  const row = await inTransaction(db, async (trx) => {
    await lockOrder(trx, dialect, orderId);
    return trx
      .updateTable("refunds")
      .set({ sendingUntil: timestamp(clock, SENDING_SECONDS) })
      .where("_id", "=", refundId)
      .where("doneAt", "is", null)
      .where("providerId", "is", null)
      .where("failedAt", "is", null)
      .returningAll()
      .executeTakeFirst();
  });
  if (!row) return null;
  try {
    const { id, status } = await cards.refund({
      intentId: row.intentId,
      amountCents: row.amountCents,
      refundId,
      refusals: row.refusals,
    });
    return { providerId: id, amountCents: row.amountCents, status };
  } catch (error) {
    if (error instanceof ProviderRefused)
      await db
        .updateTable("refunds")
        .set((eb) => ({ refusals: eb("refusals", "+", 1), sendingUntil: null }))
        .where("_id", "=", refundId)
        .execute();
    throw error;
  }
}
