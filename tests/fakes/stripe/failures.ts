import type Stripe from "stripe";

/** A refusal as Stripe's API words it. */
export class Failure extends Error {
  constructor(
    readonly status: number,
    readonly error: Partial<Stripe.StripeRawError> & { type: string; payment_intent?: Stripe.PaymentIntent },
    readonly headers: Record<string, string> = {},
  ) {
    super(error.message ?? error.type);
  }
}

export const invalid = (
  message: string,
  more: { code?: string; param?: string; payment_intent?: Stripe.PaymentIntent } = {},
) => new Failure(400, { type: "invalid_request_error", message, ...more });
export const missing = (what: string, id: string) =>
  new Failure(404, {
    type: "invalid_request_error",
    code: "resource_missing",
    message: `No such ${what}: '${id}'`,
    param: "id",
  });
export const unauthorized = () =>
  new Failure(401, { type: "invalid_request_error", message: "Invalid API Key provided." });
