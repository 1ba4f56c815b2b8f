import type Stripe from "stripe";
import type { Log } from "~/platform/log.server";
import { failureOf } from "./stripe-errors.server";

export interface StripeKeys {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Where Stripe's API is, for proxies and for trying things without Stripe; null for Stripe itself. */
  apiUrl: string | null;
}

export interface ClientOptions {
  keys: StripeKeys;
  log: Log;
  timeoutMs?: number;
  retries?: number;
}

/** Asks Stripe, and turns what it refuses into what rules know. */
export type AskStripe = <T>(question: (stripe: Stripe) => Promise<T>) => Promise<T>;

const TIMEOUT_MS = 5000;
const RETRIES = 2;

/** The way to Stripe's API. The package is loaded with the first question. */
export function stripeClient({ keys, log, timeoutMs = TIMEOUT_MS, retries = RETRIES }: ClientOptions): {
  client(): Promise<Stripe>;
  ask: AskStripe;
} {
  let loaded: Promise<Stripe> | undefined;

  function client(): Promise<Stripe> {
    loaded ??= import("stripe").then(
      (stripe) =>
        new stripe.default(keys.secretKey, {
          timeout: timeoutMs,
          maxNetworkRetries: retries,
          telemetry: false,
          ...(keys.apiUrl && addressOf(keys.apiUrl)),
        }),
    );
    return loaded;
  }

  return {
    client,
    async ask(question) {
      try {
        return await question(await client());
      } catch (error) {
        throw failureOf(error, log);
      }
    },
  };
}

function addressOf(apiUrl: string): { host: string; port: string; protocol: "http" | "https" } {
  const { hostname, port, protocol } = new URL(apiUrl);
  const scheme = protocol === "http:" ? "http" : "https";
  return { host: hostname, port: port || (scheme === "http" ? "80" : "443"), protocol: scheme };
}
