import type { Generated } from "kysely";
import type { Flag } from "./columns";

/* Debts to merchants, the sums of their sales, and their payouts. */

export interface LedgerRow {
  _id: string;
  merchantId: string;
  partId: string | null;
  orderId: string | null;
  /** dispute: money that a buyer's bank has taken back for good. */
  /** cash: money that the merchant has got from the buyer. delivery: the price of a way, or the same below 0 where it goes back. fee: the marketplace's. */
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
  /** The size, and how the last order called it; empty where it was the only one. */
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
  /** Orders that were paid on this day, their pieces and their price. A refund does not change them. */
  orders: number;
  units: number;
  amountCents: number;
  /** Orders of which the last piece went back on this day; the pieces and the money that went back. */
  refundedOrders: Generated<number>;
  refundedUnits: Generated<number>;
  /** Refunds and lost disputes. */
  refundedCents: Generated<number>;
  /** Prices of the ways of these orders, and those that went back on this day. The sums above hold goods alone. */
  deliveryFeeCents: Generated<number>;
  deliveryFeeRefundedCents: Generated<number>;
}

export interface DayProductSalesRow {
  merchantId: string;
  day: string;
  productId: string;
  /** The size, and how the last order of the day called it; empty where it was the only one. */
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
  /** Empty where the next start is to book them anew in that zone. */
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
  /** Since when money can be sent to it no more, although it could; null while it can, or never could. */
  stoppedAt: Generated<string | null>;
  /** The last payout to the merchant's bank whose failure was told. */
  failedBankPayoutId: Generated<string | null>;
}

/** A payout to a merchant for a part that has arrived. It waits until the account is ready. */
export interface PayoutRow {
  _id: string;
  partId: string;
  orderId: string;
  merchantId: string;
  /** Sale less refunds when it was started: fee, amount and what was netted together. 0 before. */
  netCents: number;
  /** Fees for what was paid at collection that were kept back of it; and how much of that refunds have undone. */
  nettedCents: Generated<number>;
  nettedBackCents: Generated<number>;
  feeCents: number;
  amountCents: number;
  /** The price of the way, which net and amount hold; the marketplace's fee is counted without it. */
  deliveryFeeCents: Generated<number>;
  /** The goods' part of the net that went back to the buyer since. */
  givenBackCents: number;
  /** The way's part that went back to the buyer since. */
  deliveryFeeBackCents: Generated<number>;
  accountId: string | null;
  /** The provider's id, once it has taken the transfer. */
  providerId: string | null;
  createdAt: string;
  /** Not sent before. */
  dueAt: string;
  startedAt: string | null;
  doneAt: string | null;
  /** How often the provider has refused it for good; each try after that is a new one to it. */
  refusals: Generated<number>;
  /** When it was written, begun, refused, sent or reversed last. */
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
