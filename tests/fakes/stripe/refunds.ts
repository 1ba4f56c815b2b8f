import type Stripe from "stripe";
import { chargeOf } from "./charges";
import { invalid } from "./failures";
import { text, texts, whole } from "./form";
import type { Route } from "./routes";
import { emit, recordOf, newId, pageOf, seconds, type Store } from "./store";

/** The states of a refund in Stripe's documentation. The type in Stripe's package is any text. */
export type RefundStatus = "pending" | "requires_action" | "succeeded" | "failed" | "canceled";

const isDead = (status: string | null) => status === "failed" || status === "canceled";

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/**
 * Makes a refund; without an amount, of everything that is left. The shop asks for it, or a person in the dashboard.
 * Its state comes from `store.refundsBegin`, or else depends on the card of the payment.
 */
export function newRefund(
  store: Store,
  intentId: string,
  requestedCents: number | null,
  metadata: Record<string, string> = {},
): Stripe.Refund {
  const status = store.refundsBegin.shift() ?? (store.slowRefunds.has(intentId) ? "pending" : "succeeded");
  const charge = chargeOf(store, recordOf(store.intents, "payment_intent", intentId).id);
  if (!charge)
    throw invalid(`PaymentIntent ${intentId} does not have a successful charge to refund.`, {
      code: "charge_not_refundable",
    });
  if (charge.refunded)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  if ([...store.disputes.values()].some((dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable))
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: "charge_disputed" });
  const restCents = charge.amount - charge.amount_refunded;
  const amount = requestedCents ?? restCents;
  if (amount <= 0 || amount > restCents)
    throw invalid(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(restCents)})`,
      {
        param: "amount",
      },
    );
  const refund: Stripe.Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: newId("txn"),
    charge: charge.id,
    created: seconds(store),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata,
    payment_intent: intentId,
    payment_method: null,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status,
    transfer_reversal: null,
    ...(status === "pending" && { pending_reason: "processing" }),
    ...(status === "failed" && { failure_reason: "declined" }),
  };
  store.refunds.set(refund.id, refund);
  emit(store, "refund.created", refund);
  if (isDead(status)) return refund;
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  emit(store, "charge.refunded", charge);
  return refund;
}

/**
 * Changes a refund later, whatever its state was: even one that succeeded may fail. The money of a failed or cancelled
 * refund is in the account's balance again and can be refunded once more.
 */
export function moveRefund(store: Store, id: string, status: RefundStatus, reason = "expired_or_canceled_card"): void {
  const refund = recordOf(store.refunds, "refund", id);
  if (refund.status === status) return;
  const charge = chargeOf(store, String(refund.payment_intent));
  const [wasDead, dies] = [isDead(refund.status), isDead(status)];
  Object.assign(refund, { status });
  delete refund.pending_reason;
  delete refund.failure_reason;
  if (status === "failed") Object.assign(refund, { failure_reason: reason, failure_balance_transaction: newId("txn") });
  if (charge && wasDead !== dies) {
    charge.amount_refunded += dies ? -refund.amount : refund.amount;
    charge.refunded = charge.amount_refunded === charge.amount;
  }
  emit(store, "refund.updated", refund);
  emit(store, "charge.refund.updated", refund);
  if (status === "failed") emit(store, "refund.failed", refund);
}

/** Ends the refunds of the special test cards: a pending one succeeds, one that succeeded fails. */
export function endSlowRefunds(store: Store): void {
  for (const refund of store.refunds.values()) {
    const intentId = String(refund.payment_intent);
    if (refund.status === "pending" && store.slowRefunds.has(intentId)) moveRefund(store, refund.id, "succeeded");
    if (refund.status === "succeeded" && store.failingRefunds.has(intentId)) moveRefund(store, refund.id, "failed");
  }
}

export const refundRoutes: Route[] = [
  [
    "POST",
    "/v1/refunds",
    ({ store, params }) =>
      newRefund(store, text(params["payment_intent"]), whole(params["amount"]), texts(params["metadata"])),
  ],
  [
    "GET",
    "/v1/refunds",
    ({ store, params }) => {
      const intentId = text(params["payment_intent"]);
      if (intentId) recordOf(store.intents, "payment_intent", intentId);
      return pageOf(
        [...store.refunds.values()].filter((refund) => !intentId || refund.payment_intent === intentId),
        "/v1/refunds",
        { limit: whole(params["limit"]), startingAfter: text(params["starting_after"]) },
      );
    },
  ],
  ["GET", "/v1/refunds/:id", ({ store, id }) => recordOf(store.refunds, "refund", id)],
  [
    "POST",
    "/v1/refunds/:id/cancel",
    ({ store, id }) => {
      const refund = recordOf(store.refunds, "refund", id);
      if (refund.status !== "requires_action")
        throw invalid(`You can't cancel refund ${id} because it has a status of ${refund.status}.`);
      moveRefund(store, id, "canceled");
      return refund;
    },
  ],
];
