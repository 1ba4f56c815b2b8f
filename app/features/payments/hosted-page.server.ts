import { lockOrder, pendingOrderOf, type BuyerSnapshot } from "~/features/orders/queries.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db } from "~/platform/database/database.server";
import type { OrderRow, PaymentAttemptRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { noHostedPage, noPendingPayment, paymentNotCompleted, unknownPayment } from "./errors.server";
import { paymentLinkWord } from "./payment-link.server";
import { placeOrder } from "./place-order.server";

interface Page {
  url: string;
  expiresAt: string;
}

/** The hosted page of the buyer's order that waits. Throws noPendingPayment when another order waits, or none. */
export async function hostedPageFor(services: Services, buyerId: string, orderId: string): Promise<Page> {
  const order = await pendingOrderOf(services.db, buyerId);
  if (order?._id !== orderId) throw noPendingPayment();
  return openHostedPage(services, order);
}

/**
 * A page of the provider's on which this order can be paid: the one that is open already, or a new one. It is written
 * down before the provider is asked, so that none is there unseen; a lost answer is asked for again by the same key.
 */
export async function openHostedPage(services: Services, order: OrderRow): Promise<Page> {
  const { cards: { hostedPages }, clock, config, db, dialect } = services;
  if (!hostedPages) throw noHostedPage();
  if (order.status !== "pending" || order.heldUntil <= timestamp(clock)) throw noPendingPayment();
  const attempt = await inTransaction(db, async (trx) => {
    // Pressed twice at once, the button opens one page.
    await lockOrder(trx, dialect, order._id);
    return (await usableAttempt(trx, services, order._id)) ?? noteAttempt(trx, services, order._id, later(order.heldUntil, timestamp(clock, hostedPages.shortestSeconds)));
  });
  if (attempt.url && attempt.expiresAt) return { url: attempt.url, expiresAt: attempt.expiresAt };
  const expiresAt = attempt.expiresAt ?? order.heldUntil;
  const word = paymentLinkWord(services, order._id);
  const page = await hostedPages.open({
    orderId: order._id, buyerId: order.buyerId ?? "", amountCents: order.amountCents, currency: order.currency, description: `Order #${order.itemId}`,
    idempotencyKey: `hosted-${attempt._id}`, email: (JSON.parse(order.buyer) as BuyerSnapshot).email, expiresAt,
    // Whoever pays, wherever, comes back to a page that they may read.
    successUrl: `${config.publicUrl}/checkout_success?session_id={CHECKOUT_SESSION_ID}&order=${order._id}&link=${word}`,
    cancelUrl: `${config.publicUrl}/pay/${word}?back=1`,
  });
  await db.updateTable("paymentAttempts").set({ sessionId: page.sessionId, url: page.url }).where("_id", "=", attempt._id).execute();
  return { url: page.url, expiresAt: page.expiresAt };
}

const later = (a: string, b: string) => (a > b ? a : b);

/** One that closes in a moment serves nobody; one whose answer was lost can be asked for again only while its time is still long enough for the provider. */
function usableAttempt(db: Db, { clock }: Services, orderId: string): Promise<PaymentAttemptRow | undefined> {
  return db.selectFrom("paymentAttempts").selectAll().where("orderId", "=", orderId).where("kind", "=", "hosted").where("settledAt", "is", null)
    .where("expiresAt", ">", timestamp(clock, 60)).where((eb) => eb.or([eb("url", "<>", ""), eb("createdAt", ">", timestamp(clock, -45))]))
    .orderBy("_id", "desc").executeTakeFirst();
}

async function noteAttempt(db: Db, { clock }: Services, orderId: string, expiresAt: string): Promise<PaymentAttemptRow> {
  const createdAt = timestamp(clock);
  const attempt: PaymentAttemptRow = { _id: newId(clock.now()), orderId, kind: "hosted", intentId: null, sessionId: null, url: "", expiresAt, lastError: "", createdAt, checkedAt: createdAt, settledAt: null };
  await db.insertInto("paymentAttempts").values(attempt).execute();
  return attempt;
}

/** Places an order that was paid on this hosted page. Throws unknownPayment for a page of another order, paymentNotCompleted for one that is not paid. */
export async function finalizeHosted(services: Services, order: OrderRow, sessionId: string): Promise<OrderRow> {
  const attempt = await services.db.selectFrom("paymentAttempts").select("_id").where("sessionId", "=", sessionId).where("orderId", "=", order._id).executeTakeFirst();
  if (!attempt || !services.cards.hostedPages) throw unknownPayment();
  const page = await services.cards.hostedPages.retrieve(sessionId);
  if (page.status !== "complete" || !page.intentId) throw paymentNotCompleted();
  return placeOrder(page.intentId, services);
}
