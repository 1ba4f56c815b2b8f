import { createRoute, z } from "@hono/zod-openapi";
import { requesterOf } from "~/features/accounts/requester.server";
import { login } from "~/features/accounts/schema";
import { answers, json, mayRefuse, newApi } from "~/platform/http/api.server";
import { single } from "~/features/fields";
import { passkeyOptions } from "./passkey-schema";
import { answerChallenge as payload, challengeForPasskey, loginAnswer, signInChallenge } from "./schema";
import { answerChallenge, askForPasskeyOf, signIn } from "./sign-in.server";

const tags = ["Accounts"];

/** Signing in: with the password, and where there is a second factor with a code after it. */
export const signInApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/user/login",
      operationId: "logIn",
      ...mayRefuse("too_many_tries", "wrong_credentials", "email_not_verified"),
      tags,
      summary: "Sign in",
      description:
        "A token; or, where the account has a second factor, a challenge and no token: answer it at `/user/login/second-factor` from the same browser (`X-Browser`, else the same address).",
      request: json(login),
      responses: answers(z.union([loginAnswer, signInChallenge])),
    }),
    async (c) => {
      const userAgent = c.req.header("User-Agent") ?? "";
      const answer = await signIn(c.var.services, c.req.valid("json"), requesterOf(c), userAgent);
      return c.json("challenge" in answer ? answer : { token: answer.token, data: answer.user }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/login/second-factor",
      operationId: "answerLoginChallenge",
      ...mayRefuse(
        "too_many_tries",
        "dead_challenge",
        "nothing_answered",
        "wrong_factor_code",
        "used_factor_code",
        "unreadable_factor",
        "wrong_passkey",
        "copied_passkey",
      ),
      tags,
      summary: "The second step of signing in: a code of the app, a recovery code, or a passkey",
      description:
        "Refused with 422: `wrong_factor_code`, `used_factor_code` (wait for the next one), `wrong_passkey` (ask for new options), `copied_passkey`, `dead_challenge` (sign in again); with 429 after five tries in 15 minutes.",
      request: json(payload),
      responses: answers(loginAnswer),
    }),
    async (c) => {
      const userAgent = c.req.header("User-Agent") ?? "";
      const { token, user } = await answerChallenge(c.var.services, c.req.valid("json"), requesterOf(c), userAgent);
      return c.json({ token, data: user }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/login/second-factor/options",
      operationId: "getLoginPasskeyOptions",
      ...mayRefuse("too_many_tries", "dead_challenge", "wrong_passkey", "passkeys_unavailable"),
      tags,
      summary: "What a browser needs to answer the challenge by a passkey",
      description:
        "Good for five minutes and one answer. Refused with 422: `dead_challenge`, `wrong_passkey` (there is none).",
      request: json(challengeForPasskey),
      responses: answers(single(passkeyOptions)),
    }),
    async (c) => {
      const options = await askForPasskeyOf(c.var.services, c.req.valid("json").challenge, requesterOf(c));
      return c.json({ data: { ...options } }, 200);
    },
  );
