import type { Generated } from "kysely";
import type { Flag } from "./columns";

/* What merchants are owed, the sums of their sales, and what they are sent. */

export interface LedgerRow {
  _id: string;
  merchantId: string;
  partId: string | null;
  orderId: string | null;
  /** dispute: money that a buyer's bank has taken back for good. */
  kind: "sale" | "refund" | "dispute" | "fee" | "payout";
  /** What the merchant is owed more (above 0) or less (below). */
  amountCents: number;
  note: string;
  /** What the entry is for; a second one of the same is refused by the database. */
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
  orders: number;
  units: number;
  amountCents: number;
}

export interface DayProductSalesRow {
  merchantId: string;
  day: string;
  productId: string;
  units: number;
  amountCents: number;
}

/** A merchant's account with the provider that pays out. */
export interface PayoutAccountRow {
  merchantId: string;
  accountId: string;
  /** 1 when money can be sent to it. */
  ready: Flag;
  /** 1 when the merchant has answered everything that was asked. */
  submitted: Flag;
  /** What the provider still wants, in its words; empty when nothing. */
  problem: string;
  createdAt: string;
  updatedAt: string;
}

/** What a merchant is sent for a part that has arrived. Waits until the account is ready. */
export interface PayoutRow {
  _id: string;
  partId: string;
  orderId: string;
  merchantId: string;
  /** Sale less refunds when it was started: fee and amount together. 0 before. */
  netCents: number;
  feeCents: number;
  amountCents: number;
  /** What of the net went back to the buyer since. */
  givenBackCents: number;
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
}

/** What is taken back of a payout because of a later refund. */
export interface PayoutReversalRow {
  _id: string;
  payoutId: string;
  refundId: string;
  amountCents: number;
  providerId: string | null;
  createdAt: string;
  doneAt: string | null;
  /** How often the provider has refused it for good. */
  refusals: Generated<number>;
}
