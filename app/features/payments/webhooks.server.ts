import type Stripe from "stripe";
import { orderIdOf } from "~/features/orders/order.server";
import { lookAtAccount } from "~/features/payouts/accounts.server";
import { bankPayoutFailed, reconcileTransfer } from "~/features/payouts/reconcile-payout.server";
import { reconcileRefunds } from "~/features/refunds/reconcile-refunds.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { job } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { attemptBy, noteHostedError } from "~/features/checkout/attempts.server";
import { isSettled } from "~/features/checkout/errors.server";
import { PLATFORM_EVENTS, type ConnectEvent, type PlatformEvent } from "./event-types";
import { endedAtProvider } from "~/features/checkout/give-up.server";
import { placeOrder } from "~/features/checkout/place-order.server";
import { settleAttempt } from "~/features/checkout/settle-attempt.server";

/** The object that a webhook is about. Its state is not kept: Stripe is asked for it when the job runs. */
interface Subject {
  type: string;
  /**
   * The id of the intent, the session of a hosted page, the transfer, account or bank payout; empty when Stripe names
   * none.
   */
  id: string;
  /** The connected account that the event comes from, where it is about something else than the account itself. */
  accountId?: string;
}

const idOf = (reference: string | { id: string } | null | undefined) =>
  typeof reference === "string" ? reference : (reference?.id ?? "");

/** A webhook's subject; null for an event that the shop does not work on, which is answered and forgotten. */
function subjectOf(event: Stripe.Event): Subject | null {
  if (!(event.type in PLATFORM_EVENTS)) return null;
  const kind = PLATFORM_EVENTS[event.type as PlatformEvent];
  const object = event.data.object as { id: string; payment_intent?: string | { id: string } | null };
  const id = kind === "refund" || kind === "dispute" ? idOf(object.payment_intent) : object.id;
  return { type: event.type, id };
}

/**
 * The subject of an event of a connected account; the event names the account. A merchant's own payments, refunds and
 * disputes at Stripe are not the marketplace's.
 */
function connectedSubjectOf(event: Stripe.Event, accountId: string): Subject | null {
  switch (event.type) {
    case "account.updated":
    case "account.application.deauthorized":
    case "capability.updated":
      return { type: event.type, id: accountId };
    case "payout.failed":
      return { type: event.type, id: event.data.object.id, accountId };
    default:
      return null;
  }
}

/**
 * Takes a webhook in, once. It is written down together with the job that works on it, so that Stripe is answered at
 * once.
 */
export async function takeStripeEvent(services: Services, event: Stripe.Event): Promise<void> {
  const subject = event.account ? connectedSubjectOf(event, event.account) : subjectOf(event);
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
export const stripeEvent = job<Subject>("stripe.event", async ({ type, id, accountId = "" }, services) => {
  const moneyBack = () => reconcileRefunds(services, id);
  const disputed = () => reconcileRefunds(services, id, { disputes: true });
  const settled = () => settleBy(services, id);
  const work: Record<PlatformEvent | ConnectEvent, () => Promise<unknown>> = {
    "payment_intent.succeeded": () => placeOrder(id, services),
    "payment_intent.payment_failed": () => keepLastError(services, id),
    "payment_intent.canceled": () => endedAtProvider(services, id),
    "checkout.session.completed": settled,
    "checkout.session.expired": settled,
    "checkout.session.async_payment_succeeded": settled,
    "checkout.session.async_payment_failed": settled,
    "charge.refunded": moneyBack,
    "charge.refund.updated": moneyBack,
    "refund.created": moneyBack,
    "refund.updated": moneyBack,
    "refund.failed": moneyBack,
    "transfer.reversed": () => reconcileTransfer(services, id),
    "transfer.updated": () => reconcileTransfer(services, id),
    "charge.dispute.created": disputed,
    "charge.dispute.updated": disputed,
    "charge.dispute.closed": disputed,
    "charge.dispute.funds_withdrawn": disputed,
    "charge.dispute.funds_reinstated": disputed,
    "account.updated": () => lookAtAccount(services, id),
    "account.application.deauthorized": () => lookAtAccount(services, id),
    "capability.updated": () => lookAtAccount(services, id),
    "payout.failed": () => bankPayoutFailed(services, accountId, id),
  };
  await work[type as keyof typeof work]?.().catch((error) => {
    // The payment was placed or refunded, or belongs to somebody else who uses the same Stripe account.
    if (!isSettled(error)) throw error;
  });
});

/** Keeps the last refusal on a hosted page, so that a payer who comes back from there finds it on our page as well. */
async function keepLastError({ db, cards }: Services, intentId: string): Promise<void> {
  const intent = await cards.retrieve(intentId);
  const orderId = await orderIdOf(db, intent);
  if (!orderId || (await attemptBy(db, intentId))?.kind === "element") return;
  await noteHostedError(db, orderId, intent.lastError);
}

async function settleBy(services: Services, sessionId: string): Promise<void> {
  const attempt = await attemptBy(services.db, sessionId);
  const order =
    attempt &&
    (await services.db.selectFrom("orders").selectAll().where("_id", "=", attempt.orderId).executeTakeFirst());
  if (order) return settleAttempt(services, attempt, order);
  // The page was paid before its id was written down. Its payment names the order.
  const page = await services.cards.hostedPages?.retrieve(sessionId);
  if (page?.status === "complete" && page.intentId) await placeOrder(page.intentId, services);
}

/** Stripe repeats a webhook for three days at most. */
const KEPT_DAYS = 90;

/** Forgets which webhooks came, 90 days after they did. */
export async function sweepStripeEvents({ db, clock }: Services): Promise<void> {
  await db
    .deleteFrom("stripeEvents")
    .where("receivedAt", "<", timestamp(clock, -KEPT_DAYS * 86_400))
    .execute();
}
