import type { StripeKeys } from "./stripe-keys";

/** A card provider's hosts that a page may reach, by directive of its content security policy. */
export interface CardHosts {
  script: string[];
  frame: string[];
  connect: string[];
  /** Where a form may lead, redirects included. */
  form: string[];
  /** Where a merchant's form may lead that opens the account for payouts. */
  payouts: string[];
}

/**
 * Stripe's own addresses as its security guide lists them for the Payment Element; where its API is elsewhere, that
 * address stands for all of them.
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
