import { audit, type Operator } from "~/features/audit/audit.server";
import { reconcileRefunds, RefundUnderWay } from "~/features/refunds/reconcile-refunds.server";
import { refund } from "~/features/refunds/refund-order.server";
import { IntentUnknown } from "~/platform/cards/card-provider";
import { inTransaction } from "~/platform/database/database.server";
import { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { besideOrders } from "./beside-provider.server";
import { unknownPayment } from "~/features/checkout/errors.server";
import { placeOrder } from "~/features/checkout/place-order.server";

/**
 * Repairs a payment as far as possible, with the code that also runs by itself: the order is placed, or its money is
 * refunded, and refunds that have not gone out are tried again. Returns a sentence. If both agree, only the audit is
 * written.
 */
export async function repairPayment(services: Services, operator: Operator, intentId: string): Promise<string> {
  const intent = await services.cards.retrieve(intentId).catch((error: unknown) => {
    throw error instanceof IntentUnknown ? unknownPayment() : error;
  });
  const [before] = await besideOrders(services.db, [intent]);
  const sentence = before?.order && intent.status === "succeeded" ? await place(services, intentId) : "";
  if (before?.order)
    await reconcileRefunds(services, intentId).catch((error: unknown) => {
      // The job of the refund follows by itself.
      if (!(error instanceof RefundUnderWay)) throw error;
    });
  await inTransaction(services.db, async (trx) => {
    const open = await trx
      .selectFrom("refunds")
      .select("_id")
      .where("intentId", "=", intentId)
      .where("doneAt", "is", null)
      // A refund with an id is at the provider already; a failed one waits for an operator's decision.
      .where("providerId", "is", null)
      .where("failedAt", "is", null)
      .execute();
    for (const { _id } of open) await refund.enqueue(trx, services, { refundId: _id });
    await audit(trx, services, operator, "payment.repaired", before?.order ? `#${before.order.itemId}` : intentId, {
      payment: intentId,
      differences: before?.differences ?? [],
      ...(before?.order && { order: before.order._id }),
    });
  });
  if (sentence) return sentence;
  const [after] = await besideOrders(services.db, [await services.cards.retrieve(intentId)]);
  return after?.differences.length === 0
    ? "Both agree now."
    : "What could be repaired is on its way. If it still differs in a minute, somebody has to look at it.";
}

/**
 * Places the order. A refusal settles the payment as well, because its money is on the way back; its sentence is
 * returned.
 */
async function place(services: Services, intentId: string): Promise<string> {
  try {
    await placeOrder(intentId, services);
    return "";
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return `The order could not be placed: ${error.message}`;
    throw error;
  }
}
