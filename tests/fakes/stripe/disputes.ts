import type Stripe from "stripe";
import { chargeOf } from "./charges";
import { invalid } from "./failures";
import type { Route } from "./routes";
import { emit, found, newId, seconds, type Store } from "./store";

/** A payer's bank asks for a payment back. */
export function newDispute(store: Store, intentId: string, reason: string): Stripe.Dispute {
  const charge = chargeOf(store, intentId);
  if (!charge) throw invalid(`PaymentIntent ${intentId} was not paid.`);
  charge.disputed = true;
  const dispute: Stripe.Dispute = {
    id: newId("du"), object: "dispute", amount: charge.amount, balance_transactions: [], charge: charge.id, created: seconds(store), currency: charge.currency, enhanced_eligibility_types: [],
    // What the shop says in its defence is written in the dashboard, not here.
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: { due_by: seconds(store) + 7 * 86_400, enhanced_eligibility: {}, has_evidence: false, past_due: false, submission_count: 0, submission_method: "not_submitted" },
    intended_submission_method: null, is_charge_refundable: false, livemode: false, metadata: {}, payment_intent: intentId, reason, status: "needs_response",
  };
  store.disputes.set(dispute.id, dispute);
  emit(store, "charge.dispute.created", dispute);
  return dispute;
}

/** The bank has decided. */
export function endDispute(store: Store, id: string, status: "won" | "lost"): void {
  const dispute = found(store.disputes, "dispute", id);
  dispute.status = status;
  emit(store, "charge.dispute.closed", dispute);
}

export const disputeRoutes: Route[] = [["GET", "/v1/disputes/:id", ({ store, id }) => found(store.disputes, "dispute", id)]];
