import type { Log } from "~/platform/log.server";
import { IntentUnknown, ProviderUnreachable } from "./card-provider";

/** What is read of an error of the `stripe` package; its classes are told by their name, so that none need be loaded. */
interface StripeFailure extends Error {
  type: string;
  code?: string;
  statusCode?: number;
  headers?: Record<string, string>;
  requestId?: string;
}

const isStripes = (error: unknown): error is StripeFailure => error instanceof Error && "type" in error && typeof error.type === "string" && error.type.startsWith("Stripe");

/** Whether Stripe refused because the thing is done or over already. */
export function isAlready(error: unknown, code: string): boolean {
  return isStripes(error) && error.code === code;
}

/** Whether Stripe understood and said no. */
export function isRefusal(error: unknown): boolean {
  return isStripes(error) && error.type === "StripeInvalidRequestError";
}

/** Whether Stripe only repeats a refusal that it gave under this idempotency key before: it did nothing then, and looks no further now. */
export function isOldRefusal(error: unknown): boolean {
  return isRefusal(error) && isStripes(error) && error.headers?.["idempotent-replayed"] === "true";
}

const WAIT_SECONDS = 5;
const BUSY = new Set(["StripeConnectionError", "StripeAPIError", "StripeRateLimitError"]);
const OUR_FAULT = new Set(["StripeAuthenticationError", "StripePermissionError"]);

/** What rules make of an error: unknown intents, an outage to try again after, or the error itself. Keys are never told. */
export function failureOf(error: unknown, log: Log): unknown {
  if (!isStripes(error)) return error;
  if (error.code === "resource_missing") return new IntentUnknown("Stripe has no such payment.");
  if (OUR_FAULT.has(error.type)) {
    log.error({ type: error.type, status: error.statusCode, request: error.requestId }, "Stripe refuses our secret key; check STRIPE_SECRET_KEY");
    return new ProviderUnreachable(error.type);
  }
  // A key in use is a request of ours that is still running over there.
  if (!BUSY.has(error.type) && error.code !== "idempotency_key_in_use" && error.code !== "lock_timeout") return error;
  log.warn({ type: error.type, status: error.statusCode, request: error.requestId }, "Stripe cannot be reached");
  const asked = Number(error.headers?.["retry-after"]);
  return new ProviderUnreachable(error.type, asked > 0 && asked <= 3600 ? Math.ceil(asked) : WAIT_SECONDS);
}
