import type Stripe from "stripe";
import type { Log } from "~/platform/log.server";
import { inSpan, pastSpan, theTracer } from "~/platform/tracing/tracing.server";
import { ProviderUnreachable } from "./card-provider";
import { circuitBreaker } from "./circuit-breaker";
import { failureOf, isOutage } from "./stripe-errors.server";
import type { StripeKeys } from "./stripe-keys";

export interface ClientOptions {
  keys: StripeKeys;
  log: Log;
  timeoutMs?: number;
  retries?: number;
  /** Milliseconds without calls to Stripe after several calls in a row got no answer. */
  pauseMs?: number;
}

/** Calls Stripe and turns its errors into ours, as `failureOf` describes. */
export type AskStripe = <T>(question: (stripe: Stripe) => Promise<T>) => Promise<T>;

const TIMEOUT_MS = 5000;
const RETRIES = 2;

/** A client for Stripe's API. The first call loads the `stripe` package. */
export function stripeClient({ keys, log, timeoutMs = TIMEOUT_MS, retries = RETRIES, pauseMs }: ClientOptions): {
  client(): Promise<Stripe>;
  ask: AskStripe;
} {
  let loaded: Promise<Stripe> | undefined;
  const unlessOut = circuitBreaker({
    isOutage,
    refusal: (seconds) => new ProviderUnreachable("Stripe has not answered for a while.", seconds),
    changed: (open) =>
      open
        ? log.error("Stripe does not answer: whoever needs it is told so at once, until it does")
        : log.info("Stripe answers again"),
    ...(pauseMs !== undefined && { pauseMs }),
  });

  function client(): Promise<Stripe> {
    loaded ??= import("stripe").then((stripe) => {
      const client = new stripe.default(keys.secretKey, {
        timeout: timeoutMs,
        maxNetworkRetries: retries,
        telemetry: false,
        ...(keys.apiUrl && addressOf(keys.apiUrl)),
      });
      if (theTracer()) client.on("response", tellOfAnswer);
      return client;
    });
    return loaded;
  }

  return {
    client,
    async ask(question) {
      try {
        return await inSpan("Stripe", "client", {}, () => unlessOut(async () => question(await client())));
      } catch (error) {
        throw failureOf(error, log);
      }
    },
  };
}

/** Records a trace span for each request. It leaves out ids, which follow the resource's name in the path. */
function tellOfAnswer({ method, path, status, elapsed }: Stripe.ResponseEvent): void {
  const about = path.split(/[?/]/, 3).join("/");
  pastSpan(
    `${method} ${about}`,
    "client",
    { "http.request.method": method, "http.route": about, "http.response.status_code": status },
    elapsed,
  );
}

function addressOf(apiUrl: string): { host: string; port: string; protocol: "http" | "https" } {
  const { hostname, port, protocol } = new URL(apiUrl);
  const scheme = protocol === "http:" ? "http" : "https";
  return { host: hostname, port: port || (scheme === "http" ? "80" : "443"), protocol: scheme };
}
