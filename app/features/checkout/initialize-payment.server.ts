import { toDollars } from "~/features/fields";
import { boundHolds, type HoldOrigin } from "./bound-holds.server";
import { isSameCart, holdStock, releaseHold, renewHold, type Checkout } from "./hold-stock.server";
import { orderDetails } from "~/features/orders/order-details.server";
import { noteIntent, pendingOrderOf } from "~/features/orders/order.server";
import { AmountRefused, type Intent } from "~/platform/cards/card-provider";
import { isStripe } from "~/platform/cards/card-providers.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { hostedErrorOf, noteAttempt, openAttempts, paymentOnPage } from "./attempts.server";
import { amountRefused, mustBeDeliverable, noPendingPayment } from "./errors.server";
import { giveUp } from "./give-up.server";
import { mustBeOnSale } from "./off-sale.server";
import type { PendingPayment } from "./schema";

/**
 * Prepares an order for payment: prices it from the catalogue, holds its stock for 30 minutes and makes a payment
 * intent. A further call with the same cart returns the same order; with another cart it gives up the earlier hold.
 */
export async function initializePayment(
  services: Services,
  checkout: Checkout,
  origin: HoldOrigin,
): Promise<PendingPayment> {
  mustBeDeliverable(checkout);
  const earlier = await pendingOrderOf(services.db, checkout.buyerId);
  const order =
    earlier && (await isSameCart(services, earlier, checkout))
      ? await renewHold(services, earlier, checkout, { isBeingPaid: await isBeingPaid(services, earlier) })
      : await holdAnew(services, earlier, checkout, origin);
  const payment = await withIntent(services, order);
  if (payment.status !== "canceled") return payment;
  // A process died after it had ended the payment, before it gave the stock back.
  await releaseHold(services, order._id);
  return withIntent(services, await holdStock(services, checkout));
}

async function holdAnew(
  services: Services,
  earlier: OrderRow | undefined,
  checkout: Checkout,
  origin: HoldOrigin,
): Promise<OrderRow> {
  if (earlier) await giveUp(services, earlier);
  await boundHolds(services, checkout.buyerId, origin);
  return holdStock(services, checkout);
}

/** Whether somebody may be paying now: a card was tried, or a hosted page is open. */
async function isBeingPaid({ db, cards, clock }: Services, order: OrderRow): Promise<boolean> {
  const attempts = await openAttempts(db, order._id);
  // Hosted pages are the only attempts with a time at which they close.
  if (attempts.some(({ expiresAt }) => expiresAt !== null && expiresAt > timestamp(clock))) return true;
  if (!order.intentId) return false;
  const { status, lastError } = await cards.retrieve(order.intentId);
  return status !== "requires_payment_method" || lastError !== "";
}

/** The buyer's order that waits for payment, with its payment as the provider sees it now. */
export async function pendingPayment(services: Services, buyerId: string): Promise<PendingPayment> {
  const order = await pendingOrderOf(services.db, buyerId);
  if (!order || order.heldUntil <= timestamp(services.clock)) throw noPendingPayment();
  await mustBeOnSale(services, order);
  return withIntent(services, order);
}

/**
 * A held order with its payment as the provider sees it now. If an earlier request died before it had an intent, the
 * intent is made now.
 */
async function withIntent(services: Services, order: OrderRow): Promise<PendingPayment> {
  const { cards, db } = services;
  const intent = order.intentId ? await cards.retrieve(order.intentId) : await newIntent(services, order);
  const onPage = await paymentOnPage(services, order);
  return {
    orderId: order._id,
    itemId: order.itemId,
    amount: toDollars(order.amountCents),
    heldUntil: order.heldUntil,
    provider: cards.name,
    publishableKey: isStripe(cards) ? cards.publishableKey : "",
    hostedPage: cards.hostedPages !== null,
    stripeId: onPage?.stripeId ?? intent.id,
    clientSecret: intent.clientSecret,
    status: onPage?.status ?? intent.status,
    lastError: intent.lastError || (cards.hostedPages ? await hostedErrorOf(db, order) : ""),
    order: await orderDetails(db, order),
  };
}

/**
 * Makes the intent of our own payment page and writes it down as an attempt. If an earlier answer was lost, the
 * provider returns the same intent.
 */
async function newIntent(services: Services, order: OrderRow): Promise<Intent> {
  const intent = await services.cards
    .createIntent({
      orderId: order._id,
      buyerId: order.buyerId ?? "",
      amountCents: order.amountCents,
      currency: order.currency,
      description: `Order #${order.itemId}`,
      idempotencyKey: `order-${order._id}`,
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof AmountRefused)) throw error;
      await releaseHold(services, order._id);
      throw amountRefused(order.amountCents);
    });
  await inTransaction(services.db, async (trx) => {
    const createdAt = timestamp(services.clock);
    await noteAttempt(trx, {
      _id: newId(services.clock.now()),
      orderId: order._id,
      kind: "element",
      intentId: intent.id,
      sessionId: null,
      url: "",
      expiresAt: null,
      lastError: "",
      createdAt,
      checkedAt: createdAt,
      settledAt: null,
    });
    await noteIntent(trx, order._id, intent.id);
  });
  return intent;
}
