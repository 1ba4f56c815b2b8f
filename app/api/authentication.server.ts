import { createMiddleware } from "hono/factory";
import { deadToken } from "~/features/accounts/errors.server";
import { PERSONAL } from "~/features/accounts/personal-token-schema";
import { whoHasToken, withFactor } from "~/features/accounts/log-in.server";
import { hashToken } from "~/features/accounts/tokens.server";
import type { Actor, ApiEnv } from "~/platform/http/api.server";
import { requestScope } from "~/platform/log.server";
import { holderFor, scopeAsked } from "./personal-token.server";

const BROWSER = /^[0-9a-f]{64}$/;

/**
 * Reads the token from `Authorization`, with or without `Bearer`. The token is looked up when a call asks who is signed
 * in, once for all calls of one page. `X-Browser` carries the word that identifies a browser. A personal token must
 * also open the call's scope. `operations` maps the address of each call to its operationId.
 */
export const authentication = (operations: () => Map<string, string>) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const token = (c.req.header("Authorization") ?? "").replace(/^Bearer\s+/i, "").trim();
    const hash = token ? hashToken(token) : "";
    const isPersonal = token.startsWith(PERSONAL);
    const word = c.req.header("X-Browser") ?? "";
    c.set("browser", BROWSER.test(word) ? hashToken(word) : "");
    // The result is not shared between calls of a personal token, because each call may need another scope.
    const memo = (isPersonal ? null : c.env?.memo) ?? new Map<string, Promise<unknown>>();
    // The hash names a session, and a personal token has none.
    c.set("tokenHash", isPersonal ? "" : hash);
    const scope = isPersonal ? scopeAsked(c, operations()) : null;
    const lookUp = async (): Promise<Actor | null> => {
      if (!isPersonal) return whoHasToken(c.var.services, hash);
      const record = await holderFor(c, hash, scope);
      return record && withFactor(c.var.services, record);
    };
    c.set("actor", async () => {
      if (!hash || scope === "anyone") return null;
      const lookup = memo.get(hash) ?? lookUp();
      memo.set(hash, lookup);
      const user = (await lookup) as Actor | null;
      if (!user) throw deadToken();
      const scoped = requestScope();
      if (scoped) scoped.account = user.privilege;
      return user;
    });
    // A personal token must not reach such a call at all, even if the call asks nobody who is signed in.
    if (scope === "never") await c.var.actor();
    await next();
  });
