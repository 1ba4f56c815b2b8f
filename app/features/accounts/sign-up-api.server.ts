import { createRoute, z } from "@hono/zod-openapi";
import { messageAnswer, single } from "~/features/fields";
import { answers, clientAddress, created, json, mayRefuse, newApi } from "~/platform/http/api.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { draftOf, keepDraft, newDraft } from "./drafts.server";
import { codesPerAddress } from "./rate-limits.server";
import { requesterOf } from "./requester.server";
import { resend, signUp as signUpPayload, signUpDraft, verified, verify, verifyLink } from "./schema";
import { resendVerification, signUp } from "./sign-up.server";
import { verifyByLink, verifyEmail } from "./verify-email.server";

const tags = ["Accounts"];
const signUpsPerAddress: RateLimit = { name: "sign-up-address", points: 20, seconds: 3600 };
const draftsPerAddress: RateLimit = { name: "draft-address", points: 200, seconds: 3600 };
const draftId = z.object({ draft: z.string().regex(/^[0-9a-f]{64}$/, "That is not a draft.") });

/** Calls for signing up: drafts of the form, the account, and the proof of its address. */
export const signUpApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/user",
      operationId: "signUp",
      ...mayRefuse("too_many_tries", "common_password", ["unknown_category", 422]),
      tags,
      summary: "Sign up",
      description: "The answer is the same whether or not the address has an account already.",
      request: json(signUpPayload),
      responses: created(messageAnswer, "A code is on its way by mail."),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(signUpsPerAddress, clientAddress(c));
      const payload = c.req.valid("json");
      await signUp(c.var.services, payload, requesterOf(c));
      return c.json({ message: `We have sent a code to ${payload.email}.` }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/otp",
      operationId: "verifyEmail",
      ...mayRefuse("too_many_tries", "wrong_code"),
      tags,
      summary: "Verify the e-mail with the mailed code",
      description:
        "A browser is told apart by the 64 hex characters that it sends in `X-Browser`, else by its address. The password of the sign-up counts only from where it was typed.",
      request: json(verify),
      responses: answers(verified),
    }),
    async (c) => {
      const { email, otp } = c.req.valid("json");
      await c.var.services.rateLimiter.consume(codesPerAddress, clientAddress(c));
      const proven = await verifyEmail(c.var.services, email, otp, requesterOf(c));
      return c.json({ message: "Your email is verified.", ...proven }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/otp/link",
      operationId: "verifyEmailByLink",
      ...mayRefuse("too_many_tries", "dead_link"),
      tags,
      summary: "Verify the e-mail with the mailed link",
      request: json(verifyLink),
      responses: answers(verified),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(codesPerAddress, clientAddress(c));
      const proven = await verifyByLink(c.var.services, c.req.valid("json").link, requesterOf(c));
      return c.json({ message: "Your email is verified.", ...proven }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user/resend-otp",
      operationId: "resendVerification",
      ...mayRefuse("too_many_tries"),
      tags,
      summary: "Mail the verification code again",
      request: json(resend),
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(codesPerAddress, clientAddress(c));
      await resendVerification(c.var.services, c.req.valid("json").email, requesterOf(c));
      return c.json({ message: "If that address waits to be verified, a new code is on its way." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/sign-up-draft",
      operationId: "createSignUpDraft",
      ...mayRefuse("too_many_tries"),
      tags,
      summary: "Keep a merchant's half-typed sign-up for a day",
      description: "Nothing is checked but the length, and no password belongs in it. Who has the id can read it.",
      request: json(signUpDraft),
      responses: created(single(z.object({ _id: z.string().regex(/^[0-9a-f]+$/) })), "Kept."),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(draftsPerAddress, clientAddress(c));
      return c.json({ data: { _id: await newDraft(c.var.services, c.req.valid("json")) } }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/user/sign-up-draft/{draft}",
      operationId: "getSignUpDraft",
      ...mayRefuse("unknown_draft"),
      tags,
      summary: "A half-typed sign-up",
      request: { params: draftId },
      responses: answers(single(signUpDraft)),
    }),
    async (c) => c.json({ data: await draftOf(c.var.services, c.req.valid("param").draft) }, 200),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user/sign-up-draft/{draft}",
      operationId: "saveSignUpDraft",
      ...mayRefuse("too_many_tries", "unknown_draft"),
      tags,
      summary: "Keep what was typed since",
      request: { params: draftId, ...json(signUpDraft) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(draftsPerAddress, clientAddress(c));
      await keepDraft(c.var.services, c.req.valid("param").draft, c.req.valid("json"));
      return c.json({ message: "Kept." }, 200);
    },
  );
