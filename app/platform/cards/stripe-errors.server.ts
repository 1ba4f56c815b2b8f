import type { Log } from "~/platform/log.server";
import { AccountInaccessible, IntentUnknown, ProviderRefused, ProviderUnreachable } from "./card-provider";

/**
 * What is read of an error of the `stripe` package; its classes are told by their name, so that none need be loaded.
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

/** Whether Stripe refused because the thing is done or over already. */
export function isAlready(error: unknown, code: string): boolean {
  return isStripes(error) && error.code === code;
}

/** Whether Stripe understood and said no. */
export function isRefusal(error: unknown): boolean {
  return isStripes(error) && error.type === "StripeInvalidRequestError";
}

/**
 * The key of a try: after each refusal another one, for Stripe would answer the old one with that refusal for a day.
 * One whose answer was lost keeps its key.
 */
export const keyOf = (key: string, refusals = 0): string => (refusals === 0 ? key : `${key}-${refusals}`);

// Stripe reports a key's use with other parameters only after the key's first request has ended.
const DEFINITE = new Set(["StripeInvalidRequestError", "StripeCardError", "StripeIdempotencyError"]);
const STILL_OPEN = new Set([409, 429]);

/**
 * What was asked for, or ProviderRefused when Stripe has looked at it and said no. A line that drops, a limit or an
 * outage stay what they are: it may have been done.
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

/** Whether Stripe gave no answer at all, or only that something is wrong over there. */
export function isOutage(error: unknown): boolean {
  return isStripes(error) && OUTAGE.has(error.type);
}

const WAIT_SECONDS = 5;
const BUSY = new Set([...OUTAGE, "StripeRateLimitError"]);
const OUR_FAULT = new Set(["StripeAuthenticationError", "StripePermissionError"]);

/**
 * What rules make of an error: unknown intents, an outage to try again after, or the error itself. Keys are never
 * told.
 */
export function failureOf(error: unknown, log: Log): unknown {
  if (!isStripes(error)) return error;
  if (error.code === "resource_missing") return new IntentUnknown("Stripe has no such payment.");
  // Stripe answers 403 for this, as for a key without rights.
  if (error.code === "account_invalid") return new AccountInaccessible(error.message);
  if (OUR_FAULT.has(error.type)) {
    log.error(
      { type: error.type, status: error.statusCode, request: error.requestId },
      "Stripe refuses our secret key; check STRIPE_SECRET_KEY",
    );
    return new ProviderUnreachable(error.type);
  }
  // A key in use is a request of ours that is still running over there.
  if (!BUSY.has(error.type) && error.code !== "idempotency_key_in_use" && error.code !== "lock_timeout") return error;
  log.warn({ type: error.type, status: error.statusCode, request: error.requestId }, "Stripe cannot be reached");
  const seconds = Number(error.headers?.["retry-after"]);
  return new ProviderUnreachable(error.type, seconds > 0 && seconds <= 3600 ? Math.ceil(seconds) : WAIT_SECONDS);
}
