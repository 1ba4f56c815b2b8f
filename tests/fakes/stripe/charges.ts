import type Stripe from "stripe";
import { newId, seconds, type Store } from "./store";
import type { Closed } from "./sdk-types";

/** Makes the charge of an intent that has succeeded. */
export function newCharge(store: Store, intent: Stripe.PaymentIntent): Stripe.Charge {
  const charge: Closed<Stripe.Charge> = {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: newId("txn"),
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: null,
    captured: true,
    created: seconds(store),
    currency: intent.currency,
    customer: null,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: "pm_card",
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: "succeeded",
    transfer_data: null,
    transfer_group: intent.transfer_group,
  };
  store.charges.set(charge.id, charge);
  return charge;
}

export function chargeOf(store: Store, intentId: string): Stripe.Charge | undefined {
  return [...store.charges.values()].find((charge) => charge.payment_intent === intentId);
}
