import { createMiddleware } from "hono/factory";
import { whoHasToken } from "~/features/accounts/log-in.server";
import { hashToken } from "~/features/accounts/tokens.server";
import type { Actor, ApiEnv } from "~/platform/http/api.server";
import { refusal } from "~/platform/refusal";

const deadToken = refusal("dead_token", 401, "You have been signed out. Please sign in again.");

/**
 * Reads the token from `Authorization`, with or without `Bearer`. It is looked up when a call asks who is there, and
 * once for all the calls that one page makes.
 */
export const authentication = createMiddleware<ApiEnv>(async (c, next) => {
  const token = (c.req.header("Authorization") ?? "").replace(/^Bearer\s+/i, "").trim();
  const hash = token ? hashToken(token) : "";
  const memo = c.env?.memo ?? new Map<string, Promise<unknown>>();
  c.set("tokenHash", hash);
  c.set("actor", async () => {
    if (!hash) return null;
    const known = memo.get(hash) ?? whoHasToken(c.var.services, hash);
    memo.set(hash, known);
    const user = (await known) as Actor | null;
    if (!user) throw deadToken();
    return user;
  });
  await next();
});
