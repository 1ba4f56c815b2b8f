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

/** Comes before every time: what is to be looked at first. */
const AT_ONCE = "";

/** Why the goods cannot be sent although they were paid for: the reason that the buyer reads with the refund. */
const REASONS = {
  off_sale: "What you ordered was taken off sale before your payment arrived.",
  buyer_left: "The account that this was ordered from was closed before the payment arrived.",
};

/**
 * The intent that somebody comes back with, by its own id or by that of the hosted page it was paid on. Refuses
 * `unknown_payment` where it is not of this buyer or order, `payment_not_completed` where nothing was paid there yet.
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
 * Takes a held order to paid, exactly once, however many callers ask: finalize, the provider's webhooks, the
 * reconciling job, and whatever else learns of a payment. Money that cannot become an order goes back, also that of
 * an order which was paid in two ways. Source: docs/decisions/005-the-money-path.md.
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
    // Money that somebody gave back at the provider meanwhile pays for nothing.
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
    // Their name and address are gone: nobody could send it anywhere.
    if (order.isAnonymous === 1) {
      if (order.status === "pending") await releaseHeldGoods(trx, services, order._id, lines);
      await refuse(trx, services, order, intent, REASONS.buyer_left, "buyer_left");
      return { order, refusal: buyerLeft() };
    }
    // The hold had ended: the goods may still be there.
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

/** The payment is of the order's price in its currency, and it was paid for this order and by this buyer. */
function isFullAmount(order: OrderRow, intent: Intent): boolean {
  return (
    intent.amountCents === order.amountCents &&
    intent.currency === order.currency &&
    intent.orderId === order._id &&
    (order.buyerId === null || intent.buyerId === order.buyerId)
  );
}

/** The refusal of an order is asked for again after a lost answer: its refund says why. */
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

/** Marks the order refused, by this payment, and gives that back. */
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

/** Other payments of a settled order are to be ended soon. */
async function hurryOthers(trx: Trx, orderId: string): Promise<void> {
  await trx
    .updateTable("paymentAttempts")
    .set({ checkedAt: AT_ONCE })
    .where("orderId", "=", orderId)
    .where("settledAt", "is", null)
    .execute();
}
