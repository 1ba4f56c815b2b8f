import { createRoute, z } from "@hono/zod-openapi";
import { messageAnswer, id } from "~/features/fields";
import { answers, created, EVERY_ROLE, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { idempotencyKeyOf } from "~/platform/http/idempotency.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { newPersonalToken, personalToken } from "./personal-token-schema";
import { recordOf } from "./log-in.server";
import { makePersonalToken, personalTokensOf, revokePersonalToken } from "./personal-tokens.server";

const tags = ["Accounts"];
const perAccount: RateLimit = { name: "personal-tokens", points: 30, seconds: 3600 };

/** Calls for the tokens of a person's programs. A personal token cannot make these calls. */
export const personalTokensApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/user/tokens",
      operationId: "listPersonalTokens",
      tags,
      summary: "My personal tokens, newest first",
      ...onlyFor(...EVERY_ROLE),
      responses: answers(z.object({ data: z.array(personalToken) })),
    }),
    async (c) => {
      const { _id } = await signedIn(c);
      return c.json({ data: await personalTokensOf(c.var.services.db, c.var.services, _id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/tokens",
      operationId: "createPersonalToken",
      ...mayRefuse(
        "too_many_tries",
        "second_factor_missing",
        "scope_of_another_role",
        "too_many_tokens",
        "revoked_token",
        "bad_idempotency_key",
      ),
      tags,
      summary: "Make a personal token for a program of mine",
      description:
        "At most 20 at a time. It is told this once and ends with its days, with a change of the password, and with the account. Under the same Idempotency-Key the same payload gets the same token.",
      ...onlyFor(...EVERY_ROLE),
      request: json(newPersonalToken),
      responses: created(z.object({ data: personalToken, token: z.string() }), "The token, told this once."),
    }),
    async (c) => {
      const person = await recordOf(c);
      // A role that needs a second factor must set it up before it opens anything, personal tokens included.
      await signedIn(c, person.privilege);
      const { services, tokenHash } = c.var;
      await services.rateLimiter.consume(perAccount, person._id);
      const [payload, key] = [c.req.valid("json"), idempotencyKeyOf(c)];
      const { token, tokenEntry } = await makePersonalToken(services, person, tokenHash, payload, key);
      return c.json({ data: tokenEntry, token }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/user/tokens/{id}",
      operationId: "revokePersonalToken",
      ...mayRefuse("unknown_token"),
      tags,
      summary: "Revoke a personal token of mine",
      ...onlyFor(...EVERY_ROLE),
      request: { params: z.object({ id }) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await revokePersonalToken(c.var.services, await recordOf(c), c.req.valid("param").id);
      return c.json({ message: "The token is revoked." }, 200);
    },
  );
