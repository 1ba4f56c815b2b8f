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
  /** 1 once the buyer's account is closed: nobody could send the order anywhere. */
  isAnonymous: Flag;
  /** The buyer's name and e-mail, folded, for a merchant's search; empty once the account is deleted. */
  buyerText: string;
  billing: Json;
  shipping: Json;
  notes: string;
  paymentMethod: string;
  provider: string;
  /** The payment that counts: the one to make while the order waits, the one that paid it afterwards. */
  intentId: string | null;
  heldUntil: string;
  paidAt: string | null;
  isCompleted: Flag;
  /**
   * Since when the payer's bank asks for the payment back, and with which reason; null again when nothing came of it.
   */
  disputedAt: string | null;
  /** When it had taken the payment for good. */
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
   * Null until the order is placed: merchants see only placed parts. When it was paid; while it is to be paid at
   * collection, when it was placed.
   */
  paidAt: string | null;
  /** 1 while it is to be paid at collection, and when it never was. */
  isUnpaid: Generated<Flag>;
  shippedAt: string | null;
  deliveredAt: string | null;
  /** The person who said so. Empty until then, and for orders from before this column. */
  deliveredBy: Generated<"merchant" | "buyer" | "time" | "">;
  carrier: Generated<string>;
  trackingNumber: Generated<string>;
  cancelReason: Generated<string>;
  cancelledAt: Generated<string | null>;
  /** The trader behind the stall as it was when the order was placed; null where the stall named none. */
  trader: Generated<string | null>;
  /** The number of its invoice among those of its stall; null until it is paid. */
  invoiceNumber: Generated<string | null>;
  /** How much of the amount went back to the buyer. */
  refundedCents: Generated<number>;
  /** The price of its way as it was when it was ordered, in addition to the amount. */
  deliveryFeeCents: Generated<number>;
  /** The refund, or what took its place, with which that price went back, always whole; null while it did not. */
  deliveryFeeRefundId: Generated<string | null>;
  /** When anything of it became different, its money too. */
  updatedAt: Generated<string>;
  /** The id that it has in its merchant's own system; empty for none. */
  externalId: Generated<string>;
  /** Its state among the merchant's payments, computed by the database. Null while nothing was paid. */
  payment: GeneratedAlways<"Paid" | "Refunded" | "Failed" | null>;
  /** When it was paid; of a failed one, when it was begun. */
  paymentAt: GeneratedAlways<string | null>;
  createdAt: string;
}

export interface OrderLineRow {
  _id: string;
  orderId: string;
  partId: string;
  productId: string;
  /** The size, and how it was called then; empty where it was the only one. */
  variantId: Generated<string>;
  sizeName: Generated<string>;
  /** Its net content then, in thousandths of the unit. */
  contentMilli: Generated<number | null>;
  contentUnit: Generated<string | null>;
  title: string;
  sku: string;
  imageId: string | null;
  priceCents: number;
  /** The VAT in the price of one piece, as its merchant stated it when it was bought. */
  vatCents: Generated<number>;
  quantity: number;
  /** How many of the pieces were given back to the buyer's card. */
  refundedQuantity: Generated<number>;
  /** How much of its price went back: for pieces, or as an amount by itself. */
  refundedCents: Generated<number>;
  position: number;
  /** The price of a kilo or pound then, any discount taken off, where it is weighed at packing: `priceCents` is the most. */
  unitPriceCents: Generated<number | null>;
  weightUnit: Generated<"kg" | "lb" | null>;
  /** Weights of the pieces, a list in thousandths of the unit; empty where none was weighed. */
  weights: Generated<string>;
  /** The sum that is due for the pieces by their weight; null until all are weighed. */
  dueCents: Generated<number | null>;
  /** `Food` as it was when the goods were held, without what was not said; empty where nothing was. */
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
