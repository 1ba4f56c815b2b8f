import { randomBytes } from "node:crypto";
import type Stripe from "stripe";
import { missing } from "./failures";

/** Everything that the fake remembers until its process ends. */
export interface Store {
  now(): Date;
  /** The fake's address. */
  base: string;
  intents: Map<string, Stripe.PaymentIntent>;
  charges: Map<string, Stripe.Charge>;
  refunds: Map<string, Stripe.Refund>;
  sessions: Map<string, Stripe.Checkout.Session>;
  disputes: Map<string, Stripe.Dispute>;
  /** The states of the next refunds, one for each. */
  refundsBegin: ("pending" | "requires_action" | "succeeded" | "failed")[];
  /** Payments whose refunds are pending first, and those whose refunds fail after they have succeeded. */
  slowRefunds: Set<string>;
  failingRefunds: Set<string>;
  /** The parameters of a session's payment, used when a card is first tried. */
  sessionPayments: Map<
    string,
    { metadata: Record<string, string>; description: string | null; transfer_group: string | null }
  >;
  /** The address to which the payer returns after an authentication, by intent. */
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
    refundsBegin: [],
    slowRefunds: new Set(),
    failingRefunds: new Set(),
    sessionPayments: new Map(),
    returnUrls: new Map(),
    events: [],
  };
}

export const newId = (prefix: string, bytes = 12) => `${prefix}_${randomBytes(bytes).toString("hex")}`;
export const seconds = (store: Store) => Math.floor(store.now().getTime() / 1000);

export function recordOf<T>(map: Map<string, T>, kind: string, id: string): T {
  const record = map.get(id);
  if (!record) throw missing(kind, id);
  return record;
}

type ObjectOf<Type> = Extract<Stripe.Event, { type: Type }>["data"]["object"];
/** The SDK's type of an event's object. Tests may leave out all fields but `object`. */
type Told<Thing> = Thing extends { object: unknown } ? Partial<Thing> & Pick<Thing, "object"> : Thing;

/** Stores an event with a copy of its object. An event of a connected account names the account. */
export function emit<Type extends Stripe.Event["type"]>(
  store: Store,
  type: Type,
  object: Told<ObjectOf<Type>>,
  account?: string,
): void {
  store.events.push({
    id: newId("evt"),
    object: "event",
    ...(account && { account }),
    api_version: "2026-10-28.endive",
    created: seconds(store),
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
    data: { object: structuredClone(object) },
  } as Stripe.Event);
}

/** Returns a page of a list, newest first, like every list of Stripe. */
export function pageOf<T extends { id: string }>(
  all: T[],
  url: string,
  { limit, startingAfter }: { limit: number | null; startingAfter: string },
): Stripe.ApiList<T> {
  const newest = all.toReversed();
  const from = startingAfter ? newest.findIndex((record) => record.id === startingAfter) + 1 : 0;
  const size = Math.min(Math.max(limit ?? 10, 1), 100);
  return { object: "list", url, has_more: newest.length > from + size, data: newest.slice(from, from + size) };
}
