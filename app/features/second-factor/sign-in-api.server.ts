import { createRoute, z } from "@hono/zod-openapi";
import { requesterOf } from "~/features/accounts/requester.server";
import { codesPerAddress } from "~/features/accounts/rate-limits.server";
import { login, signInCode, signInLink, signInRequest } from "~/features/accounts/schema";
import { askForSignIn } from "~/features/accounts/sign-in-code.server";
import { answers, clientAddress, json, mayRefuse, newApi } from "~/platform/http/api.server";
import { messageAnswer, single } from "~/features/fields";
import { passkeyOptions } from "./passkey-schema";
import { answerChallenge as payload, challengeForPasskey, loginAnswer, signInChallenge } from "./schema";
import { answerChallenge, askForPasskeyOf, signIn, signInByCode, signInByLink, type SignedIn } from "./sign-in.server";

const tags = ["Accounts"];

const answerOf = (answer: SignedIn) => ("challenge" in answer ? answer : { token: answer.token, data: answer.user });

/** Calls for signing in: the first step, and a code or passkey after it if there is a second factor. */
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
      return c.json(answerOf(answer), 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user/login/code",
      operationId: "requestSignInCode",
      ...mayRefuse("too_many_tries"),
      tags,
      summary: "Mail a code and a link to sign in with",
      description: "Every address gets the same mail, with or without an account.",
      request: json(signInRequest),
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(codesPerAddress, clientAddress(c));
      await askForSignIn(c.var.services, c.req.valid("json").email, requesterOf(c));
      return c.json({ message: "A code is on its way to your mailbox." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/login/code",
      operationId: "logInByCode",
      ...mayRefuse("too_many_tries", "wrong_code"),
      tags,
      summary: "Sign in with the mailed code",
      description:
        "From the browser that asked for it (`X-Browser`, else the same address). An address without an account gets a buyer's, without a password. Answers as `/user/login` does.",
      request: json(signInCode),
      responses: answers(z.union([loginAnswer, signInChallenge])),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(codesPerAddress, clientAddress(c));
      const userAgent = c.req.header("User-Agent") ?? "";
      return c.json(answerOf(await signInByCode(c.var.services, c.req.valid("json"), requesterOf(c), userAgent)), 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/login/link",
      operationId: "logInByLink",
      ...mayRefuse("too_many_tries", "dead_link"),
      tags,
      summary: "Sign in with the mailed link",
      description: "From any browser, once, within a day. Answers as `/user/login` does.",
      request: json(signInLink),
      responses: answers(z.union([loginAnswer, signInChallenge])),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(codesPerAddress, clientAddress(c));
      const userAgent = c.req.header("User-Agent") ?? "";
      return c.json(
        answerOf(await signInByLink(c.var.services, c.req.valid("json").link, requesterOf(c), userAgent)),
        200,
      );
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
