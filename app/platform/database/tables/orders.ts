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
  amountCents: number;
  currency: string;
  /** firstName, lastName, email, telephone at the time of the order. */
  buyer: Json;
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
  amountCents: number;
  /** Null until the order is paid: merchants see only paid parts. */
  paidAt: string | null;
  shippedAt: string | null;
  deliveredAt: string | null;
  /** Who said so; empty until then, and of those before it was written down. */
  deliveredBy: Generated<"merchant" | "buyer" | "time" | "">;
  carrier: Generated<string>;
  trackingNumber: Generated<string>;
  cancelReason: Generated<string>;
  cancelledAt: Generated<string | null>;
  /** How much of the amount went back to the buyer. */
  refundedCents: Generated<number>;
  /** When anything of it became different, its money too. */
  updatedAt: Generated<string>;
  /** What it is among the merchant's payments, worked out by the database; null while nothing was paid. */
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
  title: string;
  sku: string;
  imageId: string | null;
  priceCents: number;
  quantity: number;
  /** How many of the pieces were given back to the buyer's card. */
  refundedQuantity: Generated<number>;
  /** How much of its price went back: for pieces, or as an amount by itself. */
  refundedCents: Generated<number>;
  position: number;
}

export interface CounterRow {
  name: string;
  value: number;
}
