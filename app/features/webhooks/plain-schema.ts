/*
 * Facts about webhooks that screens need. The checks of `schema.ts` are in another file, so that they stay on the
 * server.
 */

/** The types of events for a merchant, in the words of the form. */
export const EVENT_NAMES = {
  "order.placed": "An order is placed and paid",
  "order.cancelled": "An order is cancelled as a whole",
  "order.moved": "An order is moved to another time",
  "order.shipped": "An order is sent, or lies ready",
  "order.delivered": "An order has arrived",
  "order.not_collected": "An order was not collected",
  "order.refunded": "Money of an order goes back",
  "order.disputed": "A bank asks for the payment of an order back, or has decided",
  "product.approved": "A product passed its review",
  "product.sent_back": "A product is sent back by review",
  "product.out_of_stock": "A product is sold out",
  "product.stock_changed": "The stock of a product changes",
  "payout.sent": "Money is sent to you",
  "payout.failed": "Money could not be sent to you",
  "review.created": "A buyer reviews a product",
  "message.created": "A buyer writes to you",
} as const;
export type EventType = keyof typeof EVENT_NAMES;
export const EVENT_TYPES = Object.keys(EVENT_NAMES) as [EventType, ...EventType[]];

/** The most endpoints of a merchant. */
export const MOST_ENDPOINTS = 5;
/** Hours for which a secret stays valid after a newer one was made. */
export const OLD_SECRET_HOURS = 24;
export const SIGNATURE_HEADER = "Fieldstall-Signature";
