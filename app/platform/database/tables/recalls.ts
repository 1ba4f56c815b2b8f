/* Recalls of products. Days are YYYY-MM-DD in the marketplace's time zone; an empty one means no bound. */

/** A letter to all who bought a product, as an operator has written it. */
export interface RecallLetterRow {
  _id: string;
  productId: string;
  since: string;
  until: string;
  subject: string;
  message: string;
  /** The operator's name. */
  writtenBy: string;
  createdAt: string;
  /** When an operator had it sent; null while it is only written. */
  sentAt: string | null;
  /** The last order line whose buyer has it. It moves in the transaction of their mails, so that nobody gets two. */
  cursor: string;
  /** How many mails were written for it. */
  mails: number;
  finishedAt: string | null;
}

/** The refund of a product to all who bought it. */
export interface RecallRow {
  _id: string;
  productId: string;
  since: string;
  until: string;
  /** The buyers and the merchant read it. */
  reason: string;
  /** The operator's name. */
  begunBy: string;
  createdAt: string;
  /** The last order line that was looked at. */
  cursor: string;
  /** When the last order was looked at; its refund may still be on its way. */
  finishedAt: string | null;
}

/** The handling of one order by a recall. */
export interface RecallOrderRow {
  recallId: string;
  orderId: string;
  /** Null if nothing of the product was left to refund, or something went wrong. */
  refundId: string | null;
  amountCents: number;
  /** The failure on our side; empty when there was none. The refund's job has a refusal of the provider. */
  problem: string;
}
