import { lockOrder } from "~/features/orders/order.server";
import { ProviderRefused } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import type { Job } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { markDone, reconcileRefunds } from "./reconcile-refunds.server";
import { refund } from "./refund-order.server";

/** How long a request to the provider may be under way, its repetitions included. */
const SENDING_SECONDS = 60;

/**
 * Gives money back through the provider: for a whole order, a merchant's part of it, or single pieces. The provider is
 * asked first what has gone back already, so that nothing goes twice that somebody gave back by hand meanwhile. The
 * provider knows the refund by its id: trying again moves nothing twice.
 */
export const carryOutRefund: Job<{ refundId: string }> = {
  ...refund,
  async handle({ refundId }, services) {
    const { db, dialect, cards } = services;
    const row = await db
      .selectFrom("refunds as r")
      .innerJoin("orders as o", "o._id", "r.orderId")
      .select(["r.orderId", "r.intentId", "r.amountCents", "r.doneAt", "o.provider"])
      .where("r._id", "=", refundId)
      .executeTakeFirstOrThrow();
    if (row.doneAt) return;
    // An order from before the shop took real cards moved no money, so there is none to give back.
    const isPretended = row.provider === "test" && cards.name !== "test";
    if (!isPretended) await reconcileRefunds(services, row.intentId, { ownRefundId: refundId });
    const made = isPretended
      ? { providerId: null, amountCents: row.amountCents }
      : await send(services, row.orderId, refundId);
    if (!made) return;
    await inTransaction(db, async (trx) => {
      const order = await lockOrder(trx, dialect, row.orderId);
      if (order) await markDone(trx, services, order, refundId, made);
    });
  },
};

/**
 * Asks the provider for what is left of the refund; null where nothing is. A refusal is counted, for the provider
 * would only repeat it.
 */
async function send(
  services: Services,
  orderId: string,
  refundId: string,
): Promise<{ providerId: string; amountCents: number } | null> {
  const { db, clock, dialect, cards } = services;
  const row = await inTransaction(db, async (trx) => {
    await lockOrder(trx, dialect, orderId);
    return trx
      .updateTable("refunds")
      .set({ sendingUntil: timestamp(clock, SENDING_SECONDS) })
      .where("_id", "=", refundId)
      .where("doneAt", "is", null)
      .returningAll()
      .executeTakeFirst();
  });
  if (!row) return null;
  try {
    const { id } = await cards.refund({
      intentId: row.intentId,
      amountCents: row.amountCents,
      refundId,
      refusals: row.refusals,
    });
    return { providerId: id, amountCents: row.amountCents };
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
