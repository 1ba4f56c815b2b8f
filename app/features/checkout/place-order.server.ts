import { clearBought } from "~/features/cart/change-cart.server";
import { holdAgain, releaseHeldGoods } from "./hold-stock.server";
import { logStep } from "~/features/orders/log-step.server";
import { linesOf, lockOrder, markPaid, markRefused, orderIdOf, type OrderLine } from "~/features/orders/order.server";
import { titlesOffSale } from "~/features/products/off-sale.server";
import { announceSold } from "~/features/products/stock.server";
import { refundPayment } from "~/features/refunds/refund-payment.server";
import { bookSales } from "~/features/accounting/book-sales.server";
import { tellOrderPlaced } from "~/features/webhooks/tell.server";
import { IntentUnknown, type Intent } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import {
  amountMismatch,
  buyerLeft,
  paidTwice,
  paymentNotCompleted,
  soldMeanwhile,
  takenOffSale,
  unknownPayment,
} from "./errors.server";
import { mailOrderPlaced } from "./mails.server";

/** Sorts before every time, so that such an attempt is checked first. */
const AT_ONCE = "";

/** Why the goods cannot be sent although they were paid for: the reason that the buyer reads with the refund. */
const REASONS = {
  off_sale: "What you ordered was taken off sale before your payment arrived.",
  buyer_left: "The account that this was ordered from was closed before the payment arrived.",
};

/**
 * The intent of a payment, by the id that the payer comes back with: the intent's own, or that of the hosted page where
 * it was paid. Refuses `unknown_payment` if it is not of this buyer or order, and `payment_not_completed` if nothing
 * was paid on the page yet.
 */
export async function paymentOf(
  { db, cards }: Pick<Services, "db" | "cards">,
  id: string,
  owner: { buyerId: string } | { orderId: string },
): Promise<string> {
  const attempts = db
    .selectFrom("paymentAttempts as a")
    .innerJoin("orders as o", "o._id", "a.orderId")
    .select("a.kind")
    .where((eb) => eb.or([eb("a.intentId", "=", id), eb("a.sessionId", "=", id)]));
  const attempt = await (
    "buyerId" in owner ? attempts.where("o.buyerId", "=", owner.buyerId) : attempts.where("o._id", "=", owner.orderId)
  ).executeTakeFirst();
  if (!attempt) throw unknownPayment();
  if (attempt.kind === "element") return id;
  const page = await cards.hostedPages?.retrieve(id);
  if (!page?.intentId) throw paymentNotCompleted();
  return page.intentId;
}

/**
 * Marks a held order as paid, exactly once for any number of callers: finalize, the provider's webhooks, the
 * reconciling job, and everything else that learns of a payment. Money that cannot become an order is refunded, also
 * the second payment of an order. Source: docs/decisions/005-the-money-path.md.
 */
export async function placeOrder(intentId: string, services: Services): Promise<OrderRow> {
  const { db, cards, dialect } = services;
  const intent = await cards.retrieve(intentId).catch((error) => {
    throw error instanceof IntentUnknown ? unknownPayment() : error;
  });
  if (intent.status !== "succeeded") throw paymentNotCompleted();
  const orderId = await orderIdOf(db, intent);
  if (!orderId) throw unknownPayment();

  const outcome = await inTransaction(db, async (trx) => {
    const order = await lockOrder(trx, dialect, orderId);
    if (!order) throw unknownPayment();
    await trx
      .updateTable("paymentAttempts")
      .set({ settledAt: timestamp(services.clock) })
      .where("intentId", "=", intentId)
      .where("settledAt", "is", null)
      .execute();
    if (order.status === "paid" && order.intentId === intentId) return { order };
    const isOther = order.status === "paid" || (order.status === "refused" && order.intentId !== intentId);
    if (isOther) {
      await refundPayment(
        trx,
        services,
        order,
        intent,
        "This order was settled already, so your second payment goes back whole.",
      );
      return { order, refusal: paidTwice() };
    }
    if (order.status === "refused") return { order, refusal: await refusedWith(trx, order, intent) };
    const lines = await linesOf(trx, order._id);
    // A payment of which money was refunded at the provider meanwhile pays for nothing.
    if (!isFullAmount(order, intent) || intent.refundedCents > 0) {
      if (order.status === "pending") await releaseHeldGoods(trx, services, order._id, lines);
      await refuse(trx, services, order, intent, "The amount that was paid is not the amount of the order.");
      return { order, refusal: amountMismatch() };
    }
    const offSale = await titlesOffSale(
      trx,
      lines.map((line) => line.productId),
    );
    if (offSale.length > 0) {
      if (order.status === "pending") await releaseHeldGoods(trx, services, order._id, lines);
      await refuse(trx, services, order, intent, REASONS.off_sale, "off_sale");
      return { order, refusal: takenOffSale() };
    }
    // The buyer's name and address are deleted, so the order cannot be delivered.
    if (order.isAnonymous === 1) {
      if (order.status === "pending") await releaseHeldGoods(trx, services, order._id, lines);
      await refuse(trx, services, order, intent, REASONS.buyer_left, "buyer_left");
      return { order, refusal: buyerLeft() };
    }
    // The hold has ended, but the goods may still be there.
    if (order.status === "released" && !(await holdAgain(trx, services, order))) {
      await refuse(
        trx,
        services,
        order,
        intent,
        "Your payment arrived after the 30 minutes that we hold goods for, and they were sold meanwhile.",
      );
      return { order, refusal: soldMeanwhile() };
    }
    return { order: await place(trx, services, order, intent, lines) };
  });
  if (outcome.refusal) throw outcome.refusal;
  return outcome.order;
}

async function place(
  trx: Trx,
  services: Services,
  order: OrderRow,
  intent: Intent,
  lines: OrderLine[],
): Promise<OrderRow> {
  const paidAt = timestamp(services.clock);
  const paid: OrderRow = { ...order, status: "paid", paidAt, intentId: intent.id };
  await markPaid(trx, order._id, intent.id, paidAt);
  const products = lines.map((line) => line.productId);
  const sizes = lines.map((line) => line.variantId);
  if (order.buyerId) await clearBought(trx, order.buyerId, sizes);
  await bookSales(trx, services, paid, lines);
  await announceSold(trx, services.dialect, products);
  await hurryOthers(trx, order._id);
  await mailOrderPlaced(trx, services, paid);
  await tellOrderPlaced(trx, services, paid, lines);
  logStep(trx, services, order._id, "paid");
  return paid;
}

/** Whether the payment has the order's price and currency and was made for this order and by this buyer. */
function isFullAmount(order: OrderRow, intent: Intent): boolean {
  return (
    intent.amountCents === order.amountCents &&
    intent.currency === order.currency &&
    intent.orderId === order._id &&
    (order.buyerId === null || intent.buyerId === order.buyerId)
  );
}

/** The refusal of an order, repeated after a lost answer. Its refund says why. */
async function refusedWith(trx: Trx, order: OrderRow, intent: Intent) {
  if (!isFullAmount(order, intent)) return amountMismatch();
  const refund = await trx
    .selectFrom("refunds")
    .select("cause")
    .where("orderId", "=", order._id)
    .where("intentId", "=", intent.id)
    .where("cause", "is not", null)
    .executeTakeFirst();
  if (!refund) return soldMeanwhile();
  return refund.cause === "off_sale" ? takenOffSale() : buyerLeft();
}

/** Marks the order as refused with this payment, and refunds the payment. */
async function refuse(
  trx: Trx,
  services: Services,
  order: OrderRow,
  intent: Intent,
  reason: string,
  cause: keyof typeof REASONS | null = null,
): Promise<void> {
  await markRefused(trx, order._id, intent.id, timestamp(services.clock));
  await refundPayment(trx, services, order, intent, reason, cause);
  await hurryOthers(trx, order._id);
  logStep(trx, services, order._id, "refused");
}

/** Lets the other payments of a settled order be ended soon. */
async function hurryOthers(trx: Trx, orderId: string): Promise<void> {
  await trx
    .updateTable("paymentAttempts")
    .set({ checkedAt: AT_ONCE })
    .where("orderId", "=", orderId)
    .where("settledAt", "is", null)
    .execute();
}
