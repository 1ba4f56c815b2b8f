import type { OpenAPIHono } from "@hono/zod-openapi";
import { matchedRoutes } from "hono/route";
import { notForTokens } from "~/features/accounts/errors.server";
import { includesScope, ownerOfPersonalToken } from "~/features/accounts/personal-tokens.server";
import type { Scope } from "~/features/accounts/personal-token-schema";
import type { ApiContext, ApiEnv } from "~/platform/http/api.server";
import { rateLimitHeaders, type Left, type RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { Refusal } from "~/platform/refusal";
import { CALL_SCOPES, type CallScope } from "./call-scopes";

/** The calls that a token may make in a minute, over all processes. */
export const PER_TOKEN: RateLimit = { name: "token", points: 300, seconds: 60 };

const scopeMissing = (scope: Scope) =>
  new Refusal(403, [{ message: `The token does not open ${scope}.`, code: "scope_missing" }]);

/** The operationId of each documented call, by method and registered address under `base`. */
export function operationsByAddress(api: OpenAPIHono<ApiEnv, any, any>, base: string): Map<string, string> {
  const operations = new Map<string, string>();
  for (const { type, ...definition } of api.openAPIRegistry.definitions) {
    if (type !== "route" || !("route" in definition)) continue;
    const { method, path, operationId = "" } = definition.route;
    const address = path.replaceAll("{", ":").replaceAll("}", "");
    operations.set(`${method.toUpperCase()} ${base}${address}`, operationId);
  }
  return operations;
}

/** The operationId of the call that answers a request. Null if no documented call does. */
export function operationOf(c: ApiContext, operations: Map<string, string>): string | null {
  // Hono tries the routes in the order of their registration, so the first match counts.
  for (const { method, path } of matchedRoutes(c)) {
    const operation = operations.get(`${method} ${path}`);
    if (operation !== undefined) return operation;
  }
  return null;
}

/** The scope that a documented call needs. Null if no documented call answers the request. */
export function scopeAsked(c: ApiContext, operations: Map<string, string>): CallScope | null {
  const operation = operationOf(c, operations);
  return operation === null ? null : (CALL_SCOPES.get(operation) ?? "never");
}

/**
 * Returns the account of a personal token, or null for a dead token. Refuses a token that does not open the call or has
 * no requests left. Sets the `RateLimit` headers.
 */
export async function holderFor(c: ApiContext, hash: string, scope: CallScope | null) {
  if (scope === "never" || scope === "anyone" || scope === null) throw notForTokens();
  const { services } = c.var;
  const holder = await ownerOfPersonalToken(services, hash);
  if (!holder) return null;
  await countRequest(c, holder.tokenId);
  if (!includesScope(holder.scopes, scope)) throw scopeMissing(scope);
  return holder.record;
}

async function countRequest(c: ApiContext, tokenId: string): Promise<void> {
  const say = (budget: Left) => {
    for (const [name, value] of Object.entries(rateLimitHeaders(PER_TOKEN, budget))) c.header(name, value);
  };
  try {
    const budget = await c.var.services.rateLimiter.countDown(PER_TOKEN, tokenId);
    if (budget) say(budget);
  } catch (failure) {
    if (failure instanceof Refusal && failure.status === 429)
      say({ points: 0, seconds: Number(failure.headers["Retry-After"]) });
    throw failure;
  }
}
