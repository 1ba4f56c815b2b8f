import type { Generated } from "kysely";

/* How orders are paid, and how money goes back. */

/** One way in which an order could be paid: an intent for the payment page, or a page of the provider's. */
export interface PaymentAttemptRow {
  _id: string;
  orderId: string;
  kind: "element" | "hosted";
  /** Null for a hosted page on which no card was tried yet. */
  intentId: string | null;
  sessionId: string | null;
  url: string;
  /** When the hosted page closes; null for an intent. */
  expiresAt: string | null;
  /** What the last card was refused with. */
  lastError: string;
  createdAt: string;
  /** When the reconciling job last looked at it. */
  checkedAt: string;
  /** Set once nobody can pay with it any more and what was paid is an order or on its way back. */
  settledAt: string | null;
}

/** A message of Stripe's that was taken in; each is worked on once. */
export interface StripeEventRow {
  _id: string;
  type: string;
  receivedAt: string;
}

export interface RefundRow {
  _id: string;
  orderId: string;
  intentId: string;
  amountCents: number;
  reason: string;
  /** The part that it gives back or gives something back of; null where it is of several. */
  partId: Generated<string | null>;
  /** "provider" when it was made in the provider's own dashboard, "dispute" when the payer's bank has taken it. */
  origin: Generated<"shop" | "provider" | "dispute">;
  /** The provider's id of the refund, or of the dispute, once the money has gone. */
  providerId: string | null;
  createdAt: string;
  doneAt: string | null;
  /** How often the provider has refused it for good; each try after that is a new one to it. */
  refusals: Generated<number>;
  /** While it may be on its way to the provider nobody else decides about it. */
  sendingUntil: Generated<string | null>;
}

/** A payment that its payer's bank asks back, or only asks about, as the provider tells it. */
export interface DisputeRow {
  /** The provider's id. */
  _id: string;
  orderId: string;
  intentId: string;
  amountCents: number;
  /** The bank's reason, in the provider's word for it. */
  reason: string;
  /** warning: the bank asks, nothing was taken. open: taken until it is decided. closed: ended with nothing taken. */
  status: "warning" | "open" | "won" | "lost" | "closed";
  createdAt: string;
  endedAt: string | null;
}

/** What a refund was for: pieces of a line and their price, or no piece and an amount. */
export interface RefundLineRow {
  refundId: string;
  lineId: string;
  quantity: number;
  amountCents: number;
}

export interface TestIntentRow {
  _id: string;
  clientSecret: string;
  orderId: string;
  buyerId: string;
  amountCents: number;
  refundedCents: number;
  currency: string;
  status: "requires_payment_method" | "requires_action" | "succeeded" | "canceled";
  /** What the last attempt was refused with; empty when nothing was. */
  lastError: string;
  idempotencyKey: string;
  createdAt: string;
}

export interface TestRefundRow {
  _id: string;
  intentId: string;
  amountCents: number;
  idempotencyKey: string;
  createdAt: string;
}
