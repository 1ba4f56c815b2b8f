import type { PushKind } from "./plain-schema";

/** The sentences of notices, by event. A lock screen shows them to anybody, so they contain no names and no details. */
export const PUSH_TEXTS = {
  "order changed": { kind: "orders", sentence: "There is news about an order of yours." },
  "order tomorrow": { kind: "orders", sentence: "An order of yours is due tomorrow." },
  "new order": { kind: "orders", sentence: "A new order has come in." },
  "new message": { kind: "messages", sentence: "You have a new message." },
  "product back": { kind: "back", sentence: "Something that you asked about can be bought again." },
  "stall news": { kind: "stalls", sentence: "A stall that you follow has put something on sale." },
} as const satisfies Record<string, { kind: PushKind; sentence: string }>;
export type PushText = keyof typeof PUSH_TEXTS;
