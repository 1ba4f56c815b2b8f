import { createRoute, z } from "@hono/zod-openapi";
import { requesterOf } from "~/features/accounts/requester.server";
import { login } from "~/features/accounts/schema";
import { answers, json, newApi } from "~/platform/http/api.server";
import { answerChallenge as payload, loginAnswer, signInChallenge } from "./schema";
import { answerChallenge, signIn } from "./sign-in.server";

const tags = ["Accounts"];

/** Signing in: with the password, and where there is a second factor with a code after it. */
export const signInApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/user/login",
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
      tags,
      summary: "The second step of signing in: a code of the app, or a recovery code",
      description:
        "Refused with 422: `wrong_factor_code`, `used_factor_code` (wait for the next one), `dead_challenge` (sign in again); with 429 after five tries in 15 minutes.",
      request: json(payload),
      responses: answers(loginAnswer),
    }),
    async (c) => {
      const userAgent = c.req.header("User-Agent") ?? "";
      const { token, user } = await answerChallenge(c.var.services, c.req.valid("json"), requesterOf(c), userAgent);
      return c.json({ token, data: user }, 200);
    },
  );
