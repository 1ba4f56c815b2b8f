/** The most browsers of an account that get notices. A further one replaces the oldest. */
export const MOST_BROWSERS = 10;

/** The kinds of notices that a browser shows. */
export const PUSH_KINDS = ["orders", "messages", "back", "stalls"] as const;
export type PushKind = (typeof PUSH_KINDS)[number];

/** A kind of notice as people read it. */
export const PUSH_WORDS: Record<PushKind, { name: string; text: string }> = {
  orders: {
    name: "Orders",
    text: "When an order is ready, on its way, changed or called off; for a stall, when it is new.",
  },
  messages: { name: "Messages", text: "When somebody has written to you." },
  back: { name: "Back in stock", text: "Once, when something that you asked about can be bought again." },
  stalls: { name: "Stalls that you follow", text: "When they have put something on sale." },
};
