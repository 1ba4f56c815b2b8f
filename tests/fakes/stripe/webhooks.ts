import { Stripe } from "stripe";
import { seconds, type Store } from "./store";

/**
 * Secrets of the two kinds of endpoints. One gets the events of the platform's own account, the other those of
 * connected accounts. Each has its own secret for signatures.
 */
export interface Secrets {
  platform: string;
  connect: string;
}

/** The secrets of the stand-in's two endpoints. */
export const SECRETS: Secrets = { platform: "whsec_fake", connect: "whsec_fake_connect" };

export const secretOf = (event: Stripe.Event, secrets = SECRETS): string =>
  event.account ? secrets.connect : secrets.platform;

export interface Signed {
  body: string;
  signature: string;
  type: string;
}

/** An event as it is sent, signed with the SDK's own test helper. */
export function sign(store: Store, event: Stripe.Event, secret: string, timestamp = seconds(store)): Signed {
  const body = JSON.stringify(event, null, 2);
  return {
    body,
    signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret, timestamp }),
    type: event.type,
  };
}

export interface Manner {
  /** The pause before sending, in milliseconds. */
  delayMs: number;
  /** Whether everything is sent twice. */
  twice: boolean;
  /** Whether events are collected for a moment and sent in any order. */
  shuffled: boolean;
}

export type Send = (signed: Signed) => Promise<number>;

/** Sends over HTTP. Returns the status, 0 without a response. */
export const sendTo =
  (url: string): Send =>
  async ({ body, signature }) => {
    const answer = await fetch(url, {
      method: "POST",
      body,
      headers: {
        "Content-Type": "application/json; charset=utf-8",
        "Stripe-Signature": signature,
        "User-Agent": "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
      },
    }).catch(() => null);
    return answer?.status ?? 0;
  };

const RETRY_MS = [1000, 3000, 10_000, 30_000];
const SHUFFLE_MS = 1500;

/** Sends every new event automatically in the given manner, and retries while it is not accepted. */
export function keepSending(store: Store, secrets: Secrets, send: Send, manner: Manner): () => void {
  let sentCount = 0;
  const deliver = async (event: Stripe.Event, attempt = 0): Promise<void> => {
    const status = await send(sign(store, event, secretOf(event, secrets)));
    const wait = RETRY_MS[attempt];
    if ((status < 200 || status > 299) && wait !== undefined)
      setTimeout(() => void deliver(event, attempt + 1), wait).unref();
  };
  const timer = setInterval(() => {
    const fresh = store.events.slice(sentCount);
    sentCount = store.events.length;
    for (const event of manner.twice ? fresh.flatMap((event) => [event, event]) : fresh) {
      setTimeout(
        () => void deliver(event),
        manner.delayMs + (manner.shuffled ? Math.random() * SHUFFLE_MS : 0),
      ).unref();
    }
  }, 50);
  timer.unref();
  return () => clearInterval(timer);
}
