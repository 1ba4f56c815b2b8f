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
  /** Why a payment could not be kept, where the answer to its buyer depends on it; that goods weigh less than was paid for. */
  cause: Generated<"off_sale" | "buyer_left" | "weighed" | null>;
  /** The part that it gives back or gives something back of; null where it is of several. */
  partId: Generated<string | null>;
  /** "provider" when it was made in the provider's own dashboard, "dispute" when the payer's bank has taken it. */
  origin: Generated<"shop" | "provider" | "dispute">;
  /** The provider's id of the refund, once it has taken it, or of the dispute. Null again once it has failed. */
  providerId: string | null;
  createdAt: string;
  /** When the money has gone; null while the provider says that it is on its way, and again once it has failed. */
  doneAt: string | null;
  /** The provider's latest status. Null where the provider was not asked, and for disputes that a bank has taken. */
  providerStatus: Generated<"pending" | "requires_action" | "succeeded" | "failed" | "canceled" | null>;
  /** Since when it is known that the provider, which had taken it, could not make it; null once it is made anew. */
  failedAt: Generated<string | null>;
  /** Why, in the provider's word for it; empty where it names none. */
  failureReason: Generated<string>;
  /** How an operator gave the money back without the provider; null for any other. */
  otherWay: Generated<string | null>;
  /** The day on which that was, YYYY-MM-DD. */
  otherWayDay: Generated<string | null>;
  /** When the provider is asked again what has become of it; null for never. */
  lookAt: Generated<string | null>;
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
  /** When the provider is asked again what has become of it; null for never. */
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
  /** How many orders a buyer may have at once that are not paid, and how much money they may come to. */
  mostOrders: number;
  mostCents: number;
  /** A buyer who did not come for so many orders pays by card. */
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
  /** The sum that the buyer put down; the difference is the change. */
  tenderedCents: number;
  /** The receiver of the payment, once it is paid: the stall, or the staff of its market day for the stall. */
  paidTo: Generated<"stall" | "market">;
  /** The marketplace's fee for what was paid, less what was given back; 0 before. */
  feeCents: number;
  /** When its time had ended and nobody had come for it. */
  missedAt: string | null;
  /** When the merchant said that this is not to count. */
  excusedAt: string | null;
}
