import type { Params } from "./form";
import type { Store } from "./store";

export interface Asked {
  store: Store;
  /** Body or query. */
  params: Params;
  /** The id in the address, where it has one. */
  id: string;
  /** The connected account for which the platform sends the request (Stripe-Account); empty for the platform's own. */
  account: string;
  /** Whether the secret key was sent. Otherwise it is a browser with the publishable key. */
  isShop: boolean;
}

/** Method, address with `:id`, handler, and whether browsers may use it with the publishable key. */
export type Route = [method: "GET" | "POST", path: string, answer: (call: Asked) => object, who?: "browser"];

export function find(routes: Route[], method: string, path: string): { route: Route; id: string } | undefined {
  for (const route of routes) {
    const match = method === route[0] ? new RegExp(`^${route[1].replace(":id", "([^/]+)")}$`).exec(path) : null;
    if (match) return { route, id: match[1] ?? "" };
  }
  return undefined;
}
