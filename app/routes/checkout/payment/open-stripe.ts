import { loadStripe } from "@stripe/stripe-js/pure";
import type { Stripe } from "@stripe/stripe-js";

/** How the browser reaches the card provider. */
export interface StripeAccess {
  publishableKey: string;
  /** Where the provider's script is when its API is not at Stripe's own address; null for Stripe's. */
  script: string | null;
}

/** Loads Stripe's script and opens it with our key. Rejects when it cannot be loaded. */
export async function openStripe({ publishableKey, script }: StripeAccess): Promise<Stripe> {
  if (script) await load(script);
  const stripe = await loadStripe(publishableKey);
  if (!stripe) throw new Error("Stripe's script did not open.");
  return stripe;
}

function load(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error("The card provider's script did not load.")));
    document.head.append(script);
  });
}
