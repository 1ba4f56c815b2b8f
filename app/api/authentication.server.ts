import { createMiddleware } from "hono/factory";
import { whoHasToken } from "~/features/accounts/log-in.server";
import { hashToken } from "~/features/accounts/tokens.server";
import type { Actor, ApiEnv } from "~/platform/http/api.server";
import { requestScope } from "~/platform/log.server";
import { refusal } from "~/platform/refusal";

const deadToken = refusal("dead_token", 401, "You have been signed out. Please sign in again.");

const BROWSER = /^[0-9a-f]{64}$/;

/**
 * Reads the token from `Authorization`, with or without `Bearer`. It is looked up when a call asks who is there, and
 * once for all the calls that one page makes. `X-Browser` carries the word by which a browser is told apart.
 */
export const authentication = createMiddleware<ApiEnv>(async (c, next) => {
  const token = (c.req.header("Authorization") ?? "").replace(/^Bearer\s+/i, "").trim();
  const hash = token ? hashToken(token) : "";
  const word = c.req.header("X-Browser") ?? "";
  c.set("browser", BROWSER.test(word) ? hashToken(word) : "");
  const memo = c.env?.memo ?? new Map<string, Promise<unknown>>();
  c.set("tokenHash", hash);
  c.set("actor", async () => {
    if (!hash) return null;
    const known = memo.get(hash) ?? whoHasToken(c.var.services, hash);
    memo.set(hash, known);
    const user = (await known) as Actor | null;
    if (!user) throw deadToken();
    const scope = requestScope();
    if (scope) scope.account = user.privilege;
    return user;
  });
  await next();
});
