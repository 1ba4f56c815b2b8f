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
 * Reads the token from `Authorization`, with or without `Bearer`. It is looked up when a call asks who is there, and
 * once for all the calls that one page makes. `X-Browser` carries the word by which a browser is told apart. A personal
 * token is held against the scope of the call before anything else; `operations` has the calls by address.
 */
export const authentication = (operations: () => Map<string, string>) =>
  createMiddleware<ApiEnv>(async (c, next) => {
    const token = (c.req.header("Authorization") ?? "").replace(/^Bearer\s+/i, "").trim();
    const hash = token ? hashToken(token) : "";
    const isPersonal = token.startsWith(PERSONAL);
    const word = c.req.header("X-Browser") ?? "";
    c.set("browser", BROWSER.test(word) ? hashToken(word) : "");
    // The result for one call is no answer for another, which may ask for another scope.
    const memo = (isPersonal ? null : c.env?.memo) ?? new Map<string, Promise<unknown>>();
    // It names a session, of which a personal token has none.
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
    // Not to be reached at all, whether or not the call would ask who is there.
    if (scope === "never") await c.var.actor();
    await next();
  });
