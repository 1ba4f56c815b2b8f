import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import { missing } from "./failures";

/** Everything that the fake remembers; gone with the process. */
export interface Store {
  now(): Date;
  /** Where the fake can be reached. */
  base: string;
  intents: Map<string, Stripe.PaymentIntent>;
  charges: Map<string, Stripe.Charge>;
  refunds: Map<string, Stripe.Refund>;
  sessions: Map<string, Stripe.Checkout.Session>;
  disputes: Map<string, Stripe.Dispute>;
  /** What a session's payment is made with once a card is tried. */
  sessionPayments: Map<
    string,
    { metadata: Record<string, string>; description: string | null; transfer_group: string | null }
  >;
  /** Where the payer goes after an authentication, by intent. */
  returnUrls: Map<string, string>;
  /** Every event, oldest first. */
  events: Stripe.Event[];
}

export function newStore(now: () => Date): Store {
  return {
    now,
    base: "",
    intents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    sessions: new Map(),
    disputes: new Map(),
    sessionPayments: new Map(),
    returnUrls: new Map(),
    events: [],
  };
}

export const newId = (prefix: string, bytes = 12) => `${prefix}_${randomBytes(bytes).toString("hex")}`;
export const seconds = (store: Store) => Math.floor(store.now().getTime() / 1000);

export function found<T>(map: Map<string, T>, what: string, id: string): T {
  const it = map.get(id);
  if (!it) throw missing(what, id);
  return it;
}

/** Writes an event down, with its object as it is at this moment. */
export function emit(store: Store, type: Stripe.Event["type"], object: object): void {
  store.events.push({
    id: newId("evt"),
    object: "event",
    api_version: "2026-10-28.endive",
    created: seconds(store),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: { object: structuredClone(object) },
  } as Stripe.Event);
}

/** A page of a list, newest first, as every list of Stripe's comes. */
export function pageOf<T extends { id: string }>(
  all: T[],
  url: string,
  { limit, startingAfter }: { limit: number | null; startingAfter: string },
): Stripe.ApiList<T> {
  const newest = all.toReversed();
  const from = startingAfter ? newest.findIndex((each) => each.id === startingAfter) + 1 : 0;
  const size = Math.min(Math.max(limit ?? 10, 1), 100);
  return { object: "list", url, has_more: newest.length > from + size, data: newest.slice(from, from + size) };
}
