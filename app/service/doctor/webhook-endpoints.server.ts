import type Stripe from "stripe";
import { necessaryEvents } from "~/features/payments/event-types";
import { stripeClient } from "~/platform/cards/stripe-client.server";
import type { Config } from "~/platform/config.server";
import { openLog } from "~/platform/log.server";

const MOST = 100;
const ALL = "*";

/**
 * Checks whether Stripe sends the shop what it needs: endpoints at its address with every necessary event, and a secret
 * for each endpoint. Says nothing if the key may not read endpoints, or if PUBLIC_URL is not https, which Stripe cannot
 * reach.
 */
export async function webhookEndpoints({
  stripe,
  connect,
  publicUrl,
}: Pick<Config, "stripe" | "connect" | "publicUrl">): Promise<string[]> {
  if (!stripe || !publicUrl.startsWith("https:")) return [];
  const { client } = stripeClient({ keys: stripe, log: openLog({ logLevel: "silent" }), retries: 0 });
  const endpoints = await (await client()).webhookEndpoints.list({ limit: MOST }).then(
    ({ data }) => data,
    () => null,
  );
  if (!endpoints) return [];
  const address = `${publicUrl}/api/v1/stripe/webhook`;
  const ownEndpoints = endpoints.filter(({ url, status }) => url === address && status === "enabled");
  return wrongWith(ownEndpoints, { address, connect, secrets: stripe.webhookSecrets.length });
}

function wrongWith(
  endpoints: Stripe.WebhookEndpoint[],
  { address, connect, secrets }: { address: string; connect: boolean; secrets: number },
): string[] {
  if (endpoints.length === 0)
    return [`Stripe has no enabled endpoint ${address}: add it in the dashboard, see docs/payments.md.`];
  const enabled = new Set<string>(endpoints.flatMap((endpoint) => endpoint.enabled_events));
  const missing = enabled.has(ALL) ? [] : necessaryEvents({ connect }).filter((type) => !enabled.has(type));
  return [
    ...(missing.length > 0 ? [`Stripe's endpoint ${address} lacks the events ${missing.join(", ")}: add them.`] : []),
    ...(connect && endpoints.length === 1
      ? [
          `Stripe has one endpoint ${address}, and payouts need a second one for events on connected accounts: add it, and its secret to STRIPE_WEBHOOK_SECRET with a comma between.`,
        ]
      : []),
    ...(secrets < endpoints.length
      ? [
          `Stripe has ${endpoints.length} endpoints ${address}, and STRIPE_WEBHOOK_SECRET has ${secrets === 1 ? "one secret" : `${secrets} secrets`}: each endpoint signs with its own; put all of them there, with commas between.`,
        ]
      : []),
  ];
}
