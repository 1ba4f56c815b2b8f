import type Stripe from "stripe";
import { chargeOf } from "./charges";
import { invalid } from "./failures";
import { text, texts, whole } from "./form";
import type { Route } from "./routes";
import { emit, found, newId, pageOf, seconds, type Store } from "./store";

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

/** Gives money back; without an amount, all that is left. The shop asks for it, or somebody in the dashboard. */
export function newRefund(
  store: Store,
  intentId: string,
  wanted: number | null,
  metadata: Record<string, string> = {},
): Stripe.Refund {
  const charge = chargeOf(store, found(store.intents, "payment_intent", intentId).id);
  if (!charge)
    throw invalid(`PaymentIntent ${intentId} does not have a successful charge to refund.`, {
      code: "charge_not_refundable",
    });
  if (charge.refunded)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  if ([...store.disputes.values()].some((dispute) => dispute.charge === charge.id && !dispute.is_charge_refundable))
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, { code: "charge_disputed" });
  const left = charge.amount - charge.amount_refunded;
  const amount = wanted ?? left;
  if (amount <= 0 || amount > left)
    throw invalid(`Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`, {
      param: "amount",
    });
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
    status: "succeeded",
    transfer_reversal: null,
  };
  store.refunds.set(refund.id, refund);
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  emit(store, "refund.created", refund);
  emit(store, "charge.refunded", charge);
  return refund;
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
      if (intentId) found(store.intents, "payment_intent", intentId);
      return pageOf(
        [...store.refunds.values()].filter((refund) => !intentId || refund.payment_intent === intentId),
        "/v1/refunds",
        { limit: whole(params["limit"]), startingAfter: text(params["starting_after"]) },
      );
    },
  ],
  ["GET", "/v1/refunds/:id", ({ store, id }) => found(store.refunds, "refund", id)],
];
