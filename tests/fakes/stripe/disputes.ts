import type Stripe from "stripe";
import { chargeOf } from "./charges";
import { invalid } from "./failures";
import { text, whole } from "./form";
import type { Route } from "./routes";
import { emit, recordOf, newId, pageOf, seconds, type Store } from "./store";

/** A payer's bank disputes a payment or a part of it. With a warning, the bank only inquires. */
export function newDispute(
  store: Store,
  intentId: string,
  reason: string,
  { amount, status = "needs_response" }: { amount?: number; status?: "needs_response" | "warning_needs_response" } = {},
): Stripe.Dispute {
  const charge = chargeOf(store, intentId);
  if (!charge) throw invalid(`PaymentIntent ${intentId} was not paid.`);
  charge.disputed = true;
  const dispute: Stripe.Dispute = {
    id: newId("du"),
    object: "dispute",
    amount: amount ?? charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: seconds(store),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    // The shop's defence is written in the dashboard, not here.
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: seconds(store) + 7 * 86_400,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: "not_submitted",
    },
    intended_submission_method: null,
    is_charge_refundable: status !== "needs_response",
    livemode: false,
    metadata: {},
    payment_intent: intentId,
    reason,
    status,
  };
  store.disputes.set(dispute.id, dispute);
  emit(store, "charge.dispute.created", dispute);
  return dispute;
}

/** The bank decides. With the decision, the disputed money is gone or returned. */
export function endDispute(store: Store, id: string, status: "won" | "lost" | "warning_closed" | "prevented"): void {
  const dispute = recordOf(store.disputes, "dispute", id);
  Object.assign(dispute, { status, is_charge_refundable: status !== "lost" });
  emit(store, "charge.dispute.closed", dispute);
  if (status === "won") emit(store, "charge.dispute.funds_reinstated", dispute);
}

/** A closed dispute is opened again: by an appeal, or because the bank reopens a dispute that was won. */
export function reopenDispute(
  store: Store,
  id: string,
  status: "needs_response" | "under_review" | "appeal_needs_response" | "appeal_under_review" = "appeal_under_review",
): void {
  const dispute = recordOf(store.disputes, "dispute", id);
  Object.assign(dispute, { status, is_charge_refundable: false });
  emit(store, "charge.dispute.updated", dispute);
}

/** The bank changes the disputed amount. */
export function changeDispute(store: Store, id: string, amount: number): void {
  const dispute = recordOf(store.disputes, "dispute", id);
  Object.assign(dispute, { amount });
  emit(store, "charge.dispute.updated", dispute);
}

/** An inquiry of the bank becomes a dispute. */
export function escalate(store: Store, id: string): void {
  const dispute = recordOf(store.disputes, "dispute", id);
  Object.assign(dispute, { status: "needs_response", is_charge_refundable: false });
  emit(store, "charge.dispute.updated", dispute);
}

export const disputeRoutes: Route[] = [
  [
    "GET",
    "/v1/disputes",
    ({ store, params }) => {
      const intentId = text(params["payment_intent"]);
      return pageOf(
        [...store.disputes.values()].filter((dispute) => !intentId || dispute.payment_intent === intentId),
        "/v1/disputes",
        { limit: whole(params["limit"]), startingAfter: text(params["starting_after"]) },
      );
    },
  ],
  ["GET", "/v1/disputes/:id", ({ store, id }) => recordOf(store.disputes, "dispute", id)],
];
