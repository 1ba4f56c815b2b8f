import type Stripe from "stripe";

type EventType = Stripe.Event["type"];

/**
 * The events of the marketplace's own account that the shop works on, and the object that each is about: a payment by
 * its intent, a hosted page by its session, a transfer. docs/payments.md lists them.
 */
export const PLATFORM_EVENTS = {
  "payment_intent.succeeded": "intent",
  "payment_intent.payment_failed": "intent",
  "payment_intent.canceled": "intent",
  "checkout.session.completed": "session",
  "checkout.session.expired": "session",
  "checkout.session.async_payment_succeeded": "session",
  "checkout.session.async_payment_failed": "session",
  "charge.refunded": "refund",
  "charge.refund.updated": "refund",
  "refund.created": "refund",
  "refund.updated": "refund",
  "refund.failed": "refund",
  "charge.dispute.created": "dispute",
  "charge.dispute.updated": "dispute",
  "charge.dispute.closed": "dispute",
  "charge.dispute.funds_withdrawn": "dispute",
  "charge.dispute.funds_reinstated": "dispute",
  "transfer.reversed": "transfer",
  "transfer.updated": "transfer",
} as const satisfies Partial<Record<EventType, "intent" | "session" | "refund" | "dispute" | "transfer">>;

/** The events of connected accounts that payouts need, at an endpoint of their own. */
export const CONNECT_EVENTS = [
  "account.updated",
  "account.application.deauthorized",
  "capability.updated",
  "payout.failed",
] as const satisfies EventType[];

export type PlatformEvent = keyof typeof PLATFORM_EVENTS;
export type ConnectEvent = (typeof CONNECT_EVENTS)[number];

/** The events that the endpoints must send; those of transfers and connected accounts only for payouts. */
export function necessaryEvents({ connect }: { connect: boolean }): EventType[] {
  const platform = Object.entries(PLATFORM_EVENTS)
    .filter(([, object]) => connect || object !== "transfer")
    .map(([type]) => type as PlatformEvent);
  return connect ? [...platform, ...CONNECT_EVENTS] : platform;
}
