import type { Log } from "~/platform/log.server";
import { AccountInaccessible, IntentUnknown, ProviderRefused, ProviderUnreachable } from "./card-provider";

/**
 * The fields that we read of an error of the `stripe` package. Its `type` names its class, so no class has to be
 * loaded.
 */
interface StripeFailure extends Error {
  type: string;
  code?: string;
  statusCode?: number;
  headers?: Record<string, string>;
  requestId?: string;
}

const isStripes = (error: unknown): error is StripeFailure =>
  error instanceof Error && "type" in error && typeof error.type === "string" && error.type.startsWith("Stripe");

/** Whether an error of Stripe's has this code, for example because the thing is already done. */
export function isAlready(error: unknown, code: string): boolean {
  return isStripes(error) && error.code === code;
}

/** Whether Stripe understood the request and refused it. */
export function isRefusal(error: unknown): boolean {
  return isStripes(error) && error.type === "StripeInvalidRequestError";
}

/**
 * The idempotency key of a try. Each refusal needs a new key, because Stripe repeats the refusal under the old key for
 * a day. A try whose answer was lost keeps its key.
 */
export const keyOf = (key: string, refusals = 0): string => (refusals === 0 ? key : `${key}-${refusals}`);

// StripeIdempotencyError (a key reused with other parameters) is definite: it comes only after the key's first request
// has ended.
const DEFINITE = new Set(["StripeInvalidRequestError", "StripeCardError", "StripeIdempotencyError"]);
const STILL_OPEN = new Set([409, 429]);

/**
 * Returns the result of the call. Throws ProviderRefused when Stripe looked at the request and refused it. Other
 * errors, such as a dropped connection, a rate limit or an outage, pass unchanged: the request may have been carried
 * out.
 */
export function unlessRefused<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    const isDefinite =
      error instanceof IntentUnknown ||
      error instanceof AccountInaccessible ||
      (isStripes(error) && DEFINITE.has(error.type) && !STILL_OPEN.has(error.statusCode ?? 0));
    throw isDefinite ? new ProviderRefused((error as Error).message, { cause: error }) : error;
  });
}

const OUTAGE = new Set(["StripeConnectionError", "StripeAPIError"]);

/** Whether Stripe gave no answer, or answered that it has a fault of its own. */
export function isOutage(error: unknown): boolean {
  return isStripes(error) && OUTAGE.has(error.type);
}

const WAIT_SECONDS = 5;
const BUSY = new Set([...OUTAGE, "StripeRateLimitError"]);
const OUR_FAULT = new Set(["StripeAuthenticationError", "StripePermissionError"]);

/**
 * Turns an error of Stripe's into ours: an unknown intent, an inaccessible account, or an outage to retry after.
 * Returns any other error unchanged. Logs no keys.
 */
export function failureOf(error: unknown, log: Log): unknown {
  if (!isStripes(error)) return error;
  if (error.code === "resource_missing") return new IntentUnknown("Stripe has no such payment.");
  // Before OUR_FAULT, because Stripe answers 403 both for this and for a key without rights.
  if (error.code === "account_invalid") return new AccountInaccessible(error.message);
  if (OUR_FAULT.has(error.type)) {
    log.error(
      { type: error.type, status: error.statusCode, request: error.requestId },
      "Stripe refuses our secret key; check STRIPE_SECRET_KEY",
    );
    return new ProviderUnreachable(error.type);
  }
  // An idempotency key in use belongs to a request of ours that Stripe is still processing.
  if (!BUSY.has(error.type) && error.code !== "idempotency_key_in_use" && error.code !== "lock_timeout") return error;
  log.warn({ type: error.type, status: error.statusCode, request: error.requestId }, "Stripe cannot be reached");
  const seconds = Number(error.headers?.["retry-after"]);
  return new ProviderUnreachable(error.type, seconds > 0 && seconds <= 3600 ? Math.ceil(seconds) : WAIT_SECONDS);
}
