import type Stripe from "stripe";
import type { Listed } from "./sdk-types";

/** The error codes that the SDK knows. */
export type ErrorCode =
  | Listed<NonNullable<Stripe.PaymentIntent.LastPaymentError["code"]>>
  // Stripe returns this code for a transfer. The SDK lists only the codes of payments, so it is missing there.
  | "insufficient_capabilities_for_transfer";

/** A refusal with the fields of Stripe's API. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly error: Omit<Partial<Stripe.StripeRawError>, "code"> & {
      type: Stripe.RawErrorType;
      code?: ErrorCode;
      payment_intent?: Stripe.PaymentIntent;
    },
    readonly headers: Record<string, string> = {},
  ) {
    super(error.message ?? error.type);
  }
}

export const invalid = (
  message: string,
  overrides: { code?: ErrorCode; param?: string; payment_intent?: Stripe.PaymentIntent } = {},
) => new Failure(400, { type: "invalid_request_error", message, ...overrides });
export const missing = (kind: string, id: string) =>
  new Failure(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${kind}: '${id}'`,
    param: "id",
  });
/** Stripe gives the same response for an account that never existed and for one that the platform may no longer see. */
export const inaccessible = (accountId: string) =>
  new Failure(403, {
    type: "invalid_request_error",
    code: "account_invalid",
    message: `The provided key does not have access to account '${accountId}' (or that account does not exist). Application access may have been revoked.`,
  });
export const unauthorized = () =>
  new Failure(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
