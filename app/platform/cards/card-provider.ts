/** A payment that a card provider carries through; the provider's own records are the truth about it. */
export interface Intent {
  id: string;
  /** What the payer's browser proves its right to this payment with. */
  clientSecret: string;
  status: "requires_payment_method" | "requires_action" | "processing" | "succeeded" | "canceled";
  amountCents: number;
  /** ISO 4217, lower case. */
  currency: string;
  orderId: string;
  /** Why the last attempt was refused, in the provider's words for the payer; empty when none was. */
  lastError: string;
}

/** The port to whoever moves the money. Calls may take seconds and must not stand inside a transaction. */
export interface CardProvider {
  name: string;
  /** Same key, same intent: a repeated call moves nothing twice. */
  createIntent(wanted: { orderId: string; amountCents: number; currency: string; idempotencyKey: string }): Promise<Intent>;
  /** Throws IntentUnknown when the provider has no such intent. */
  retrieve(intentId: string): Promise<Intent>;
  /** Ends an unpaid intent. Answers the intent as it is now: one that had succeeded meanwhile stays so. */
  cancel(intentId: string): Promise<Intent>;
  /** Gives money back. Same key, same refund. Answers the provider's id of it. */
  refund(wanted: { intentId: string; amountCents: number; idempotencyKey: string }): Promise<{ id: string }>;
}

export class IntentUnknown extends Error {
  override name = "IntentUnknown";
}
