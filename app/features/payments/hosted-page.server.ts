import { buyerOf, lockOrder, pendingOrderOf } from "~/features/orders/order.server";
import type { HostedPages } from "~/platform/cards/card-provider";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import type { OrderRow, PaymentAttemptRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { noteAttempt, notePage, openAttempts } from "~/features/checkout/attempts.server";
import { noPendingPayment } from "~/features/checkout/errors.server";
import { noHostedPage } from "./errors.server";
import { endAttempt } from "~/features/checkout/give-up.server";
import { mustBeOnSale } from "~/features/checkout/off-sale.server";
import { paymentLinkWord } from "./payment-link.server";

/**
 * Seconds for which the making of a page may be repeated. After that, the provider may no longer take its closing time.
 */
const REPEATABLE_SECONDS = 45;
/** A page that closes sooner than this is of no use to a payer who has yet to find the card. */
const USEFUL_SECONDS = 120;

/**
 * Opens a page of the provider's on which the buyer's waiting order can be paid, for browsers without scripts and for
 * connections on which the provider's script does not load. The intent of our own page stays payable: the first payment
 * counts, and a second one is refunded.
 */
export async function openHostedPage(services: Services, buyerId: string): Promise<{ url: string; expiresAt: string }> {
  if (!services.cards.hostedPages) throw noHostedPage();
  const order = await pendingOrderOf(services.db, buyerId);
  if (!order) throw noPendingPayment();
  return hostedPageOf(services, order);
}

/** Opens such a page for a given order, for anybody who has its payment link. */
export async function hostedPageOf(services: Services, order: OrderRow): Promise<{ url: string; expiresAt: string }> {
  const pages = services.cards.hostedPages;
  if (!pages) throw noHostedPage();
  if (order.status !== "pending" || order.heldUntil <= timestamp(services.clock)) throw noPendingPayment();
  await mustBeOnSale(services, order);
  const attempt = await usable(services, order, pages);
  if (attempt.sessionId) return { url: attempt.url, expiresAt: attempt.expiresAt ?? "" };

  // Every payer returns to a page that they may read: the link's, if they are not signed in there.
  const [{ publicUrl }, word] = [services.config, paymentLinkWord(services, order._id)];
  const page = await pages.open({
    orderId: order._id,
    buyerId: order.buyerId ?? "",
    amountCents: order.amountCents,
    currency: order.currency,
    description: `Order #${order.itemId}`,
    email: buyerOf(order).email,
    expiresAt: attempt.expiresAt ?? "",
    successUrl: `${publicUrl}/checkout_success?session={CHECKOUT_SESSION_ID}&link=${word}`,
    cancelUrl: `${publicUrl}/pay/${word}?back=1`,
    idempotencyKey: `hosted-${attempt._id}`,
  });
  await notePage(services.db, attempt, page);
  // If the order was paid or given up while the page was made, nobody may pay there.
  const now = await services.db.selectFrom("orders").select("status").where("_id", "=", order._id).executeTakeFirst();
  if (now?.status !== "pending" || page.status !== "open") {
    await endAttempt(services, { ...attempt, sessionId: page.sessionId });
    throw noPendingPayment();
  }
  return { url: page.url, expiresAt: page.expiresAt };
}

/**
 * The attempt of the page that is open already, of one whose making was cut off, or of a new one, which is written
 * down.
 */
async function usable(services: Services, order: OrderRow, pages: HostedPages): Promise<PaymentAttemptRow> {
  const { clock, dialect } = services;
  return inTransaction(services.db, async (trx) => {
    const locked = await lockOrder(trx, dialect, order._id);
    if (locked?.status !== "pending") throw noPendingPayment();
    const useful = timestamp(clock, USEFUL_SECONDS);
    const hosted = (await openAttempts(trx, order._id)).filter((attempt) => attempt.kind === "hosted");
    const openAttempt = hosted.findLast((attempt) =>
      attempt.sessionId
        ? (attempt.expiresAt ?? "") > useful
        : attempt.createdAt > timestamp(clock, -REPEATABLE_SECONDS),
    );
    if (openAttempt) return openAttempt;
    const shortest = timestamp(clock, pages.shortestSeconds);
    const createdAt = timestamp(clock);
    // The attempt is written down before the page is made: the provider knows the page by this id, should the answer
    // get lost.
    const attempt: PaymentAttemptRow = {
      _id: newId(clock.now()),
      orderId: order._id,
      kind: "hosted",
      intentId: null,
      sessionId: null,
      url: "",
      expiresAt: order.heldUntil > shortest ? order.heldUntil : shortest,
      lastError: "",
      createdAt,
      checkedAt: createdAt,
      settledAt: null,
    };
    await noteAttempt(trx, attempt);
    return attempt;
  });
}
