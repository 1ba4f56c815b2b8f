import type { ConversationSide } from "~/platform/database/tables";

/** A participant of conversations: a buyer, or the merchant of a stall. */
export interface Participant {
  _id: string;
  side: ConversationSide;
}

export const otherSide = (side: ConversationSide): ConversationSide => (side === "buyer" ? "merchant" : "buyer");

/** Columns of a conversation by side. */
export const PERSON = { buyer: "buyerId", merchant: "merchantId" } as const;
export const UNREAD = { buyer: "buyerUnread", merchant: "merchantUnread" } as const;
export const READ_TO = { buyer: "buyerReadTo", merchant: "merchantReadTo" } as const;
export const MAILED_AT = { buyer: "buyerMailedAt", merchant: "merchantMailedAt" } as const;
