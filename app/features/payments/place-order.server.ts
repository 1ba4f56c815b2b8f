import { clearBought } from "~/features/cart/rules.server";
import { bookSales } from "~/features/fulfilment/book-sales.server";
import { linesOf, lockOrder, lockProducts, orderByIntent, returnStock, takeStock } from "~/features/orders/queries.server";
import { IntentUnknown, type Intent } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { amountMismatch, paymentNotCompleted, soldMeanwhile, unknownPayment } from "./errors.server";
import { mailOrderPlaced } from "./mails.server";
import { refund } from "./refund.server";

/**
 * Takes a held order to paid, exactly once, however many callers ask: finalize, the reconciling job, and whatever else
 * learns of a payment. Money that cannot become an order goes back. Source: architecture.md, "Money path".
 */
export async function placeOrder(intentId: string, services: Services): Promise<OrderRow> {
  const { db, cards, clock, dialect } = services;
  const intent = await cards.retrieve(intentId).catch((error) => {
    throw error instanceof IntentUnknown ? unknownPayment() : error;
  });
  if (intent.status !== "succeeded") throw paymentNotCompleted();
  const known = await orderByIntent(db, intentId);
  if (!known) throw unknownPayment();

  const outcome = await inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, dialect, known._id);
    if (!order) throw unknownPayment();
    if (order.status === "paid") return { order };
    if (order.status === "refused") return { order, refusal: isFullAmount(order, intent) ? soldMeanwhile() : amountMismatch() };
    if (!isFullAmount(order, intent)) {
      if (order.status === "pending") {
        await returnStock(trx, await linesOf(trx, order._id));
        await dialect.announceChange(trx);
      }
      await giveBack(trx, services, order, intent, "The amount that was paid is not the amount of the order.");
      return { order, refusal: amountMismatch() };
    }
    // The hold had ended: the goods may still be there.
    if (order.status === "released" && !(await holdAgain(trx, services, order))) {
      await giveBack(trx, services, order, intent, "Your payment arrived after the 30 minutes that we hold goods for, and they were sold meanwhile.");
      return { order, refusal: soldMeanwhile() };
    }
    const paidAt = timestamp(clock);
    await trx.updateTable("orders").set({ status: "paid", paidAt }).where("_id", "=", order._id).execute();
    await trx.updateTable("orderParts").set({ paidAt }).where("orderId", "=", order._id).execute();
    const paid: OrderRow = { ...order, status: "paid", paidAt };
    const lines = await linesOf(trx, order._id);
    if (order.buyerId) await clearBought(trx, order.buyerId, lines.map((line) => line.productId));
    await bookSales(trx, services, paid, lines);
    await mailOrderPlaced(trx, services, paid);
    return { order: paid };
  });
  if (outcome.refusal) throw outcome.refusal;
  return outcome.order;
}

function isFullAmount(order: OrderRow, intent: Intent): boolean {
  return intent.amountCents === order.amountCents && intent.currency === order.currency && intent.orderId === order._id;
}

async function holdAgain(trx: Trx, { dialect }: Services, order: OrderRow): Promise<boolean> {
  const lines = await linesOf(trx, order._id);
  const products = await lockProducts(trx, dialect, lines.map((line) => line.productId));
  if (!lines.every((line) => (products.get(line.productId)?.quantity ?? 0) >= line.quantity)) return false;
  await dialect.announceChange(trx);
  return takeStock(trx, lines);
}

/** Marks the order refused and writes the refund down; a job carries it out. */
async function giveBack(trx: Trx, services: Services, order: OrderRow, intent: Intent, reason: string): Promise<void> {
  const refundId = newId(services.clock.now());
  await trx.updateTable("orders").set({ status: "refused" }).where("_id", "=", order._id).execute();
  await trx.updateTable("orderParts").set({ statusText: "Refunded" }).where("orderId", "=", order._id).execute();
  await trx.insertInto("refunds").values({
    _id: refundId, orderId: order._id, intentId: intent.id, amountCents: intent.amountCents, reason, providerId: null, createdAt: timestamp(services.clock), doneAt: null,
  }).execute();
  await refund.enqueue(trx, services, { refundId });
}
