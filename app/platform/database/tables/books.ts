import type { Generated } from "kysely";
import type { Flag } from "./columns";

/* Debts to merchants, the sums of their sales, and their payouts. */

export interface LedgerRow {
  _id: string;
  merchantId: string;
  partId: string | null;
  orderId: string | null;
  /** dispute: money that a buyer's bank has taken back for good. */
  /**
   * cash: money that the merchant got from the buyer. delivery: the price of a way; below 0 for its refund. fee: the
   * marketplace's.
   */
  kind: "sale" | "delivery" | "refund" | "dispute" | "fee" | "payout" | "cash";
  /** The change of the debt to the merchant: positive or negative. */
  amountCents: number;
  /** The VAT included in the amount, with the same sign; 0 for fees, payouts and cash. */
  vatCents: number;
  note: string;
  /** The reason of the entry. The database refuses a second one with the same reason. */
  uniqueKey: string;
  createdAt: string;
}

/** The sum of a merchant's entries of one kind, kept beside them. */
export interface LedgerTotalRow {
  merchantId: string;
  kind: LedgerRow["kind"];
  amountCents: number;
}

export interface ProductSalesRow {
  merchantId: string;
  productId: string;
  /** The size and its name in the last order; empty if it was the only size. */
  variantId: string;
  sizeName: string;
  units: number;
  amountCents: number;
}

export interface CustomerSalesRow {
  merchantId: string;
  buyerId: string;
  orders: number;
  amountCents: number;
  firstAt: string;
}

export interface DaySalesRow {
  merchantId: string;
  /** YYYY-MM-DD in the marketplace's time zone. */
  day: string;
  /** Orders paid on this day, their pieces and their price. A refund does not change them. */
  orders: number;
  units: number;
  amountCents: number;
  /** Orders whose last piece was refunded on this day, and the pieces refunded on this day. */
  refundedOrders: Generated<number>;
  refundedUnits: Generated<number>;
  /** The money of refunds and lost disputes. */
  refundedCents: Generated<number>;
  /** Delivery prices of these orders, and those refunded on this day. The sums above hold goods only. */
  deliveryFeeCents: Generated<number>;
  deliveryFeeRefundedCents: Generated<number>;
}

export interface DayProductSalesRow {
  merchantId: string;
  day: string;
  productId: string;
  /** The size and its name in the last order of the day; empty if it was the only size. */
  variantId: string;
  sizeName: string;
  units: number;
  amountCents: number;
  refundedUnits: Generated<number>;
  refundedCents: Generated<number>;
}

/** The time zone in which the sums of days were booked. */
export interface BookingZoneRow {
  sums: "days";
  timeZone: string;
  /** Empty if the next start is to book them again in that zone. */
  bookedAt: string;
}

/** A merchant's account with the provider that pays out. */
export interface PayoutAccountRow {
  merchantId: string;
  accountId: string;
  /** 1 when money can be sent to it. */
  ready: Flag;
  /** 1 when the merchant has answered everything that was asked. */
  submitted: Flag;
  /** The provider's open demand, in its words. Empty when there is none. */
  problem: string;
  createdAt: string;
  /** When the provider was last asked about it. */
  updatedAt: string;
  /** 1 when the marketplace has lost access to it; the merchant sets up another one. */
  disconnected: Generated<Flag>;
  /** Since when money can no longer be sent to it; null while it can, or never could. */
  stoppedAt: Generated<string | null>;
  /** The last payout to the merchant's bank whose failure was reported to the merchant. */
  failedBankPayoutId: Generated<string | null>;
}

/** A payout to a merchant for a part that has arrived. It waits until the account is ready. */
export interface PayoutRow {
  _id: string;
  partId: string;
  orderId: string;
  merchantId: string;
  /** Sale less refunds when it was started: the sum of the fee, the amount and the netted fees. 0 before. */
  netCents: number;
  /** Fees for payments at collection that were kept back from it, and how much of them refunds have undone. */
  nettedCents: Generated<number>;
  nettedBackCents: Generated<number>;
  feeCents: number;
  amountCents: number;
  /** The delivery price, which net and amount include. The marketplace's fee is counted without it. */
  deliveryFeeCents: Generated<number>;
  /** The goods' part of the net that was refunded to the buyer since. */
  givenBackCents: number;
  /** The delivery price's part that was refunded to the buyer since. */
  deliveryFeeBackCents: Generated<number>;
  accountId: string | null;
  /** The provider's id, once it has taken the transfer. */
  providerId: string | null;
  createdAt: string;
  /** It is not sent before this time. */
  dueAt: string;
  startedAt: string | null;
  doneAt: string | null;
  /** How often the provider has refused it for good. The provider treats each later try as a new one. */
  refusals: Generated<number>;
  /** When it was last written, begun, refused, sent or reversed. */
  updatedAt: Generated<string>;
  /** The sum reversed by hand at the provider that no refund has used yet. */
  manualReversalCents: Generated<number>;
}

/** A reversal of a payout, because of a later refund or made by hand at the provider. */
export interface PayoutReversalRow {
  _id: string;
  payoutId: string;
  /** For one that was made at the provider, its id there. */
  refundId: string;
  origin: Generated<"shop" | "provider">;
  amountCents: number;
  providerId: string | null;
  createdAt: string;
  doneAt: string | null;
  /** How often the provider has refused it for good. */
  refusals: Generated<number>;
}
