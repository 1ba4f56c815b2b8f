/* Products and stalls that people are told about, and the kinds of mail and of notices that they want. */

/** A product or a stall that somebody is told about. */
export interface WatchRow {
  _id: string;
  /** back: one notice, when the product can be bought again. stall: notices of what the stall puts on sale. */
  kind: "back" | "stall";
  /** The product, or the merchant of the stall. */
  targetId: string;
  /** The account; null for somebody without one. */
  userId: string | null;
  /** The confirmed address of somebody without an account; else null. */
  email: string | null;
  /** The time since which no news of a stall was sent yet. */
  newsFrom: string;
  /** When the person was last told of followed stalls. */
  mailedAt: string | null;
  createdAt: string;
}

/** Whether a user wants a kind of mail, and such notices in browsers; without a row both. */
export interface NoticeChoiceRow {
  userId: string;
  kind: "messages" | "reviews" | "back" | "stalls" | "orders";
  mail: 0 | 1;
  push: 0 | 1;
  changedAt: string;
}
