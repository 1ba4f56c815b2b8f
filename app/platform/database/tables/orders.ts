import type { Generated, GeneratedAlways } from "kysely";
import type { Flag, Json } from "./columns";

/* Orders and their parts. */

export interface OrderRow {
  _id: string;
  /** The short number that people see. */
  itemId: number;
  /** Null once the buyer deleted the account. */
  buyerId: string | null;
  /**
   * pending: stock held, not paid. released: the hold ended unpaid. refused: paid, but could not be kept; money goes
   * back.
   */
  status: "pending" | "paid" | "released" | "refused";
  /** The price of the goods and of the ways of all parts: the sum that is charged. */
  amountCents: number;
  currency: string;
  /** firstName, lastName, email, telephone at the time of the order. */
  buyer: Json;
  /** 1 once the buyer's account is closed, so that the order cannot be delivered. */
  isAnonymous: Flag;
  /** The buyer's name and e-mail, folded, for a merchant's search; empty once the account is deleted. */
  buyerText: string;
  billing: Json;
  shipping: Json;
  notes: string;
  paymentMethod: string;
  provider: string;
  /** The payment that counts: while the order waits, the one to make; afterwards, the one that paid it. */
  intentId: string | null;
  heldUntil: string;
  paidAt: string | null;
  isCompleted: Flag;
  /** Since when the payer's bank disputes the payment, and with which reason; null again when nothing came of it. */
  disputedAt: string | null;
  /** When the bank had taken the payment for good. */
  disputeEndedAt: string | null;
  disputeReason: string;
  createdAt: string;
}

export interface OrderPartRow {
  _id: string;
  orderId: string;
  merchantId: string;
  statusText: "Processing" | "Shipped" | "Delivered" | "Cancelled" | "Refunded";
  /** The price of its goods. */
  amountCents: number;
  /**
   * When the part was paid or, while it is to be paid at collection, when it was placed. Null until the order is
   * placed: merchants see only placed parts.
   */
  paidAt: string | null;
  /** 1 while it is to be paid at collection, and if it never was paid. */
  isUnpaid: Generated<Flag>;
  shippedAt: string | null;
  deliveredAt: string | null;
  /** The reporter of the delivery. Empty until then, and for orders from before this column. */
  deliveredBy: Generated<"merchant" | "buyer" | "time" | "">;
  carrier: Generated<string>;
  trackingNumber: Generated<string>;
  cancelReason: Generated<string>;
  cancelledAt: Generated<string | null>;
  /** The trader behind the stall as it was when the order was placed; null where the stall named none. */
  trader: Generated<string | null>;
  /** The number of its invoice among those of its stall; null until it is paid. */
  invoiceNumber: Generated<string | null>;
  /** How much of the amount was refunded to the buyer. */
  refundedCents: Generated<number>;
  /** The delivery price at the time of the order, in addition to the amount. */
  deliveryFeeCents: Generated<number>;
  /** The refund, or what took its place, that returned the delivery price, always whole; null if none did. */
  deliveryFeeRefundId: Generated<string | null>;
  /** When anything about it last changed, including its money. */
  updatedAt: Generated<string>;
  /** The id that it has in its merchant's own system; empty for none. */
  externalId: Generated<string>;
  /** Its state among the merchant's payments, computed by the database. Null while nothing was paid. */
  payment: GeneratedAlways<"Paid" | "Refunded" | "Failed" | null>;
  /** When it was paid; for a failed payment, when the part was created. */
  paymentAt: GeneratedAlways<string | null>;
  createdAt: string;
}

export interface OrderLineRow {
  _id: string;
  orderId: string;
  partId: string;
  productId: string;
  /** The size and its name at that time; empty if it was the only size. */
  variantId: Generated<string>;
  sizeName: Generated<string>;
  /** Its net content at that time, in thousandths of the unit. */
  contentMilli: Generated<number | null>;
  contentUnit: Generated<string | null>;
  title: string;
  sku: string;
  imageId: string | null;
  priceCents: number;
  /** The VAT in the price of one piece, as its merchant stated it when it was bought. */
  vatCents: Generated<number>;
  quantity: number;
  /** How many of the pieces were refunded to the buyer's card. */
  refundedQuantity: Generated<number>;
  /** How much of its price was refunded: for pieces, or as an amount by itself. */
  refundedCents: Generated<number>;
  position: number;
  /**
   * The price per kilo or pound at that time, less any discount, if it is weighed at packing. `priceCents` is then the
   * most.
   */
  unitPriceCents: Generated<number | null>;
  weightUnit: Generated<"kg" | "lb" | null>;
  /** Weights of the pieces, a list in thousandths of the unit; empty where none was weighed. */
  weights: Generated<string>;
  /** The sum that is due for the pieces by their weight; null until all are weighed. */
  dueCents: Generated<number | null>;
  /** `Food` at the time when the goods were held, without what was not given; empty if nothing was. */
  food: Generated<string>;
}

/** The last number of the invoices of a stall. */
export interface InvoiceCounterRow {
  merchantId: string;
  value: number;
}

export interface CounterRow {
  name: string;
  value: number;
}
