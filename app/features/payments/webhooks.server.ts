import type Stripe from "stripe";
import { orderIdOf } from "~/features/orders/order.server";
import { payoutAccountChanged } from "~/features/payouts/accounts.server";
import { reconcileRefunds } from "~/features/refunds/reconcile-refunds.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { job } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { attemptBy } from "./attempts.server";
import { isSettled } from "./errors.server";
import { endedAtProvider } from "./give-up.server";
import { placeOrder } from "./place-order.server";
import { settleAttempt } from "./settle-attempt.server";

/** What is kept of a webhook: what it is about. What has become of that, Stripe is asked when it is worked on. */
interface Subject {
  type: string;
  /** The intent, for a hosted page its session, for payouts the account; empty when Stripe names none. */
  id: string;
}

const idOf = (it: string | { id: string } | null | undefined) => (typeof it === "string" ? it : (it?.id ?? ""));

/** The webhooks that the shop asks for; null for any other, which is thanked for and forgotten. */
function subjectOf(event: Stripe.Event): Subject | null {
  switch (event.type) {
    case "payment_intent.succeeded":
    case "payment_intent.payment_failed":
    case "payment_intent.canceled":
    case "checkout.session.completed":
    case "checkout.session.expired":
      return { type: event.type, id: event.data.object.id };
    case "charge.refunded":
      return { type: event.type, id: idOf(event.data.object.payment_intent) };
    case "account.updated":
      return { type: event.type, id: event.data.object.id };
    case "charge.dispute.created":
    case "charge.dispute.updated":
    case "charge.dispute.closed":
    case "charge.dispute.funds_withdrawn":
    case "charge.dispute.funds_reinstated":
      return { type: event.type, id: idOf(event.data.object.payment_intent) };
    default:
      return null;
  }
}

/**
 * Takes a webhook in, once: written down together with the job that works on it, so that Stripe is answered at once.
 */
export async function takeStripeEvent(services: Services, event: Stripe.Event): Promise<void> {
  const subject = subjectOf(event);
  if (!subject?.id) return;
  await inTransaction(services.db, async (trx) => {
    const fresh = await trx
      .insertInto("stripeEvents")
      .values({ _id: event.id, type: event.type, receivedAt: timestamp(services.clock) })
      .onConflict((oc) => oc.column("_id").doNothing())
      .executeTakeFirst();
    if (fresh.numInsertedOrUpdatedRows === 1n) await stripeEvent.enqueue(trx, services, subject);
  });
}

/** Works on a webhook. Webhooks come late, twice and in any order: each one only says where to look. */
export const stripeEvent = job<Subject>("stripe.event", async ({ type, id }, services) => {
  const disputed = () => reconcileRefunds(services, id, { disputes: true });
  const work: Record<string, () => Promise<unknown>> = {
    "payment_intent.succeeded": () => placeOrder(id, services),
    "payment_intent.payment_failed": () => keepLastError(services, id),
    "payment_intent.canceled": () => endedAtProvider(services, id),
    "checkout.session.completed": () => settleBy(services, id),
    "checkout.session.expired": () => settleBy(services, id),
    "charge.refunded": () => reconcileRefunds(services, id),
    "account.updated": () => payoutAccountChanged(services, id),
    "charge.dispute.created": disputed,
    "charge.dispute.updated": disputed,
    "charge.dispute.closed": disputed,
    "charge.dispute.funds_withdrawn": disputed,
    "charge.dispute.funds_reinstated": disputed,
  };
  await work[type]?.().catch((error) => {
    // Placed, given back, or a payment of somebody else's who uses the same Stripe account.
    if (!isSettled(error)) throw error;
  });
});

/** A hosted page shows its own refusals; who comes back from it finds the last one on our page as well. */
async function keepLastError({ db, cards }: Services, intentId: string): Promise<void> {
  const intent = await cards.retrieve(intentId);
  const orderId = await orderIdOf(db, intent);
  if (!orderId || (await attemptBy(db, intentId))?.kind === "element") return;
  await db
    .updateTable("paymentAttempts")
    .set({ lastError: intent.lastError })
    .where("orderId", "=", orderId)
    .where("kind", "=", "hosted")
    .where("settledAt", "is", null)
    .execute();
}

async function settleBy(services: Services, sessionId: string): Promise<void> {
  const attempt = await attemptBy(services.db, sessionId);
  const order =
    attempt &&
    (await services.db.selectFrom("orders").selectAll().where("_id", "=", attempt.orderId).executeTakeFirst());
  if (order) return settleAttempt(services, attempt, order);
  // The page was paid before its making was written down; its payment says whose it is.
  const page = await services.cards.hostedPages?.retrieve(sessionId);
  if (page?.status === "complete" && page.intentId) await placeOrder(page.intentId, services);
}

/** Stripe sends a webhook again for three days at most. */
const KEPT_DAYS = 90;

/** Forgets which webhooks came, 90 days after they did. */
export async function sweepStripeEvents({ db, clock }: Services): Promise<void> {
  await db
    .deleteFrom("stripeEvents")
    .where("receivedAt", "<", timestamp(clock, -KEPT_DAYS * 86_400))
    .execute();
}
