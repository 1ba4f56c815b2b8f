/* Conversations between buyers and stalls. */

export type ConversationSide = "buyer" | "merchant";

/** A conversation: one of a buyer, a stall and a subject. */
export interface ConversationRow {
  _id: string;
  /** Null once the buyer deleted the account. */
  buyerId: string | null;
  merchantId: string;
  subjectKind: "product" | "order" | "stall";
  /** The product, the part of an order, or the stall. */
  subjectId: string;
  /** The order of a part; null for other subjects. */
  orderId: string | null;
  /** The product's title or the order's number, as it was when the conversation began; empty for the stall itself. */
  title: string;
  /** Title and stall, folded for searching. */
  searchTitle: string;
  /** Messages so far, and the position of the newest. */
  messageCount: number;
  lastAt: string;
  /** Messages that each side has not read. */
  buyerUnread: number;
  merchantUnread: number;
  /** The position up to which each side has read. */
  buyerReadTo: number;
  merchantReadTo: number;
  /** When each side last got a mail about messages. */
  buyerMailedAt: string | null;
  merchantMailedAt: string | null;
  /** Reports that no operator has decided on. */
  openReports: number;
  /** Set while an operator keeps it closed. */
  closedAt: string | null;
  closedReason: string;
  createdAt: string;
}

export interface MessageRow {
  _id: string;
  conversationId: string;
  /** Counted from 1 within the conversation. */
  position: number;
  side: ConversationSide;
  text: string;
  /** The text, folded for searching. */
  searchText: string;
  createdAt: string;
}

/** A picture of a message, counted from 0 within it. */
export interface MessagePictureRow {
  messageId: string;
  fileId: string;
  position: number;
}

/** A block: one side takes no messages from the other, about any subject. */
export interface MessageBlockRow {
  buyerId: string;
  merchantId: string;
  /** The side that blocks. */
  side: ConversationSide;
  createdAt: string;
}

/** A side's report of a conversation to the market. */
export interface MessageReportRow {
  _id: string;
  conversationId: string;
  /** The side that reports. */
  side: ConversationSide;
  reason: string;
  /** The position of the newest message that was reported. */
  upTo: number;
  createdAt: string;
  settledAt: string | null;
}

/** An answer that a merchant has saved for later messages. */
export interface SavedAnswerRow {
  _id: string;
  merchantId: string;
  name: string;
  text: string;
  createdAt: string;
}

/** An answer that is shown with its product, and the question before it. */
export interface ProductQuestionRow {
  answerId: string;
  questionId: string;
  conversationId: string;
  productId: string;
  shownAt: string;
  /** Set while an operator keeps it from being shown. */
  hiddenAt: string | null;
  hiddenReason: string;
}
