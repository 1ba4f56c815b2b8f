import type { StripeKeys } from "./stripe-keys";

/** A card provider's hosts that a page may reach, by directive of its content security policy. */
export interface CardHosts {
  script: string[];
  frame: string[];
  connect: string[];
  /** Where a form may lead, redirects included. */
  form: string[];
  /** Where the form that opens a merchant's payout account may lead. */
  payouts: string[];
}

/**
 * Stripe's own addresses as its security guide lists them for the Payment Element. If STRIPE_API_URL is set, its origin
 * replaces all of them.
 */
export function stripeHosts({ apiUrl }: Pick<StripeKeys, "apiUrl">): CardHosts {
  if (apiUrl) {
    const origins = [new URL(apiUrl).origin];
    return { script: origins, frame: origins, connect: origins, form: origins, payouts: origins };
  }
  const scripts = ["https://js.stripe.com", "https://*.js.stripe.com"];
  return {
    script: scripts,
    frame: [...scripts, "https://hooks.stripe.com"],
    connect: ["https://api.stripe.com"],
    form: ["https://checkout.stripe.com"],
    payouts: ["https://connect.stripe.com"],
  };
}
