/* Recalls of products. Days are YYYY-MM-DD in the marketplace's time zone; an empty one stands for no bound. */

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
  /** The last order line whose buyer has it; moved in the transaction of their mails, so that nobody gets two. */
  cursor: string;
  /** How many mails were written for it. */
  mails: number;
  finishedAt: string | null;
}

/** The price of a product on its way back to all who bought it. */
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
  /** When the last order was looked at; its refund may be on its way still. */
  finishedAt: string | null;
}

/** The handling of one order by a recall. */
export interface RecallOrderRow {
  recallId: string;
  orderId: string;
  /** Null where nothing of the product was left to give back, or something went wrong. */
  refundId: string | null;
  amountCents: number;
  /** The failure on our side. Empty when there was none. A refusal of the provider stands at its refund's job. */
  problem: string;
}
