import type { Generated } from "kysely";
import type { Flag } from "./columns";

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
  /** The refusal of the last card. */
  lastError: string;
  createdAt: string;
  /** When the reconciling job last looked at it. */
  checkedAt: string;
  /** Set once nobody can pay with it any more, and any payment made with it is an order or on its way back. */
  settledAt: string | null;
}

/** A message received from Stripe. Each is processed once. */
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
  /**
   * Why a payment could not be kept, if the answer to its buyer depends on it. `weighed`: the goods weigh less than was
   * paid for.
   */
  cause: Generated<"off_sale" | "buyer_left" | "weighed" | null>;
  /** The part that it refunds, wholly or partly; null if it refunds several. */
  partId: Generated<string | null>;
  /** "provider" when it was made in the provider's own dashboard, "dispute" when the payer's bank has taken it. */
  origin: Generated<"shop" | "provider" | "dispute">;
  /** The provider's id of the refund, once accepted, or of the dispute. Null again once it has failed. */
  providerId: string | null;
  createdAt: string;
  /** When the money was sent; null while the provider reports it as on its way, and again once it has failed. */
  doneAt: string | null;
  /** The provider's latest status. Null where the provider was not asked, and for disputes that a bank has taken. */
  providerStatus: Generated<"pending" | "requires_action" | "succeeded" | "failed" | "canceled" | null>;
  /** Since when it is known that the provider could not make the accepted refund; null once it is made anew. */
  failedAt: Generated<string | null>;
  /** The provider's code for why; empty if it names none. */
  failureReason: Generated<string>;
  /** How an operator refunded it without the provider; null otherwise. */
  otherWay: Generated<string | null>;
  /** The day of that refund, YYYY-MM-DD. */
  otherWayDay: Generated<string | null>;
  /** When to ask the provider again about its status; null for never. */
  lookAt: Generated<string | null>;
  /** How often the provider has refused it for good. The provider treats each later try as a new one. */
  refusals: Generated<number>;
  /** Until then it may be on its way to the provider, and nobody else decides about it. */
  sendingUntil: Generated<string | null>;
}

/** A dispute or an inquiry of the payer's bank, as the provider reports it. */
export interface DisputeRow {
  /** The provider's id. */
  _id: string;
  orderId: string;
  intentId: string;
  amountCents: number;
  /** The provider's code for the bank's reason. */
  reason: string;
  /** warning: the bank asks, no money was taken. open: taken until a decision. closed: ended with no money taken. */
  status: "warning" | "open" | "won" | "lost" | "closed";
  createdAt: string;
  endedAt: string | null;
  /** When to ask the provider again about its status; null for never. */
  lookAt: Generated<string | null>;
}

/** A line of a refund: pieces of an order line and their price, or no piece and an amount. */
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
  /** The refusal of the last attempt. Empty when there was none. */
  lastError: string;
  idempotencyKey: string;
  createdAt: string;
  /** The course of its refunds, by the card that paid. */
  refundsAre: "quick" | "slow" | "failing";
}

export interface TestRefundRow {
  _id: string;
  intentId: string;
  amountCents: number;
  idempotencyKey: string;
  createdAt: string;
  status: "pending" | "succeeded" | "failed";
}

/** The market's terms of paying at collection: one row, or none while it was never allowed. */
export interface CollectionTermsRow {
  _id: "terms";
  isAllowed: Flag;
  /** How many unpaid orders a buyer may have at once, and how much money they may come to. */
  mostOrders: number;
  mostCents: number;
  /** A buyer who did not collect this many orders must pay by card. */
  mostMissed: number;
  updatedAt: string;
}

/** A part that is paid at collection. Its sum is what is left of the part: `placedCents` less what was taken out. */
export interface CollectionPaymentRow {
  partId: string;
  orderId: string;
  merchantId: string;
  /** Null once the buyer deleted the account. */
  buyerId: string | null;
  /** The sum when it was ordered. */
  placedCents: number;
  createdAt: string;
  paidAt: string | null;
  /** The sum that was paid; 0 before. */
  paidCents: number;
  /** The sum that the buyer handed over; the difference is the change. */
  tenderedCents: number;
  /** The receiver of the payment, once it is paid: the stall, or the staff of its market day for the stall. */
  paidTo: Generated<"stall" | "market">;
  /** The marketplace's fee for the paid sum, less what was refunded; 0 before. */
  feeCents: number;
  /** When its time had ended without a collection. */
  missedAt: string | null;
  /** When the merchant decided that this does not count against the buyer. */
  excusedAt: string | null;
}
