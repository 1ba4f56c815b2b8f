import type Stripe from "stripe";
import { text, whole } from "./form";
import type { Route } from "./routes";
import type { Closed } from "./sdk-types";
import { newId, pageOf, seconds, type Store } from "./store";

const memories = new WeakMap<Store, Stripe.WebhookEndpoint[]>();

/** Returns the endpoints that were added in the dashboard. */
export function endpointsOf(store: Store): Stripe.WebhookEndpoint[] {
  const endpoints = memories.get(store) ?? [];
  memories.set(store, endpoints);
  return endpoints;
}

/** Adds an endpoint, as in the dashboard. */
export function addEndpoint(store: Store, url: string, events: string[]): Stripe.WebhookEndpoint {
  const endpoint: Closed<Stripe.WebhookEndpoint> = {
    id: newId("we"),
    object: "webhook_endpoint",
    api_version: null,
    application: null,
    created: seconds(store),
    description: null,
    enabled_events: events,
    livemode: false,
    metadata: {},
    status: "enabled",
    url,
  };
  endpointsOf(store).push(endpoint);
  return endpoint;
}

export const webhookEndpointRoutes: Route[] = [
  // Only read to check the key, so the amounts are empty.
  ["GET", "/v1/balance", () => ({ object: "balance", available: [], pending: [], livemode: false })],
  [
    "GET",
    "/v1/webhook_endpoints",
    ({ store, params }) =>
      pageOf(endpointsOf(store), "/v1/webhook_endpoints", {
        limit: whole(params["limit"]),
        startingAfter: text(params["starting_after"]),
      }),
  ],
];
