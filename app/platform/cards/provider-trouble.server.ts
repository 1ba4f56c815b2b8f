import type { Config } from "~/platform/config.server";
import { openLog } from "~/platform/log.server";
import { stripeClient } from "./stripe-client.server";

/** Returns a sentence on why Stripe does not answer and what to do; null when it answers, or with test payments. */
export async function providerTrouble({ stripe }: Pick<Config, "stripe">): Promise<string | null> {
  if (!stripe) return null;
  const { client } = stripeClient({ keys: stripe, log: openLog({ logLevel: "silent" }), retries: 0 });
  try {
    await (await client()).balance.retrieve();
    return null;
  } catch (error) {
    const { type, message } = error as Error & { type?: string };
    return type === "StripeAuthenticationError"
      ? "Stripe does not know STRIPE_SECRET_KEY: take the one of its dashboard."
      : `Stripe cannot be asked (${message}). See that this machine may reach it; nobody can pay meanwhile.`;
  }
}
