import { createRoute, z } from "@hono/zod-openapi";
import { FILE_REFUSALS } from "~/features/media/errors.server";
import { done, single } from "~/features/fields";
import {
  answers,
  clientAddress,
  created,
  EVERY_ROLE,
  invalid,
  json,
  mayRefuse,
  newApi,
  onlyFor,
  type ApiContext,
} from "~/platform/http/api.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { notAPicture } from "./errors.server";
import { emailApi } from "./email-api.server";
import { draftOf, keepDraft, newDraft } from "./drafts.server";
import { asUser, recordOf } from "./log-in.server";
import { saveBilling, saveProfile } from "./profile.server";
import { requesterOf } from "./requester.server";
import {
  askForReset,
  changePassword,
  checkResetCode,
  chooseFirstPassword,
  resetByLink,
  resetPassword,
} from "./reset-password.server";
import {
  billing,
  changePassword as changePasswordPayload,
  firstPassword,
  profile,
  resend,
  resetByLink as resetByLinkPayload,
  resetCheck,
  resetPassword as resetPasswordPayload,
  resetRequest,
  signUp as signUpPayload,
  signUpDraft,
  user,
  verified,
  verify,
  verifyLink,
} from "./schema";
import { resendVerification, signUp } from "./sign-up.server";
import { keptFormsApi } from "./kept-forms-api.server";
import { personalTokensApi } from "./personal-tokens-api.server";
import { sessionsApi } from "./sessions-api.server";
import { revokeToken } from "./tokens.server";
import { verifyByLink, verifyEmail } from "./verify-email.server";

const tags = ["Accounts"];
const signUpsPerAddress: RateLimit = { name: "sign-up-address", points: 20, seconds: 3600 };
const draftsPerAddress: RateLimit = { name: "draft-address", points: 200, seconds: 3600 };
const draftId = z.object({ draft: z.string().regex(/^[0-9a-f]{64}$/, "That is not a draft.") });
const codesPerAddress: RateLimit = { name: "code-address", points: 60, seconds: 3600 };

const account = newApi()
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
      responses: created(done, "A code is on its way by mail."),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(signUpsPerAddress, clientAddress(c));
      const wanted = c.req.valid("json");
      await signUp(c.var.services, wanted, requesterOf(c));
      return c.json({ message: `We have sent a code to ${wanted.email}.` }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/user",
      operationId: "getProfile",
      tags,
      summary: "The signed-in user",
      ...onlyFor(...EVERY_ROLE),
      responses: answers(single(user)),
    }),
    async (c) => c.json({ data: await asUser(c.var.services, await recordOf(c)) }, 200),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user",
      operationId: "saveProfile",
      ...mayRefuse(["unknown_category", 422], "not_an_image", ...FILE_REFUSALS),
      tags,
      summary: "Save the profile",
      ...onlyFor(...EVERY_ROLE),
      description:
        "multipart/form-data with firstName, lastName, username, telephone, storeName, businessAddress, businessCategory (repeated or with commas), intendedFileName (image), intendedFile. What is not sent stays.",
      request: { body: { required: true, content: { "multipart/form-data": { schema: z.object({}).loose() } } } },
      responses: answers(single(user)),
    }),
    async (c) => {
      const record = await recordOf(c);
      const { fields, picture } = await profileSent(c);
      return c.json({ data: await saveProfile(c.var.services, record, fields, picture) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user/billing",
      operationId: "saveBillingAddress",
      tags,
      summary: "Save the billing address",
      description: "The whole of it: what is not sent is emptied.",
      ...onlyFor(...EVERY_ROLE),
      request: json(billing),
      responses: answers(single(user)),
    }),
    async (c) => c.json({ data: await saveBilling(c.var.services, (await recordOf(c))._id, c.req.valid("json")) }, 200),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user/update-password",
      operationId: "changePassword",
      ...mayRefuse("too_many_tries", "wrong_password", "common_password"),
      tags,
      summary: "Change the password; every other session ends",
      ...onlyFor(...EVERY_ROLE),
      request: json(changePasswordPayload),
      responses: answers(done),
    }),
    async (c) => {
      await changePassword(c.var.services, (await recordOf(c))._id, c.var.tokenHash, c.req.valid("json"));
      return c.json({ message: "Password Changed Successfully" }, 200);
    },
  );

const session = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/user/logout",
      operationId: "logOut",
      tags,
      summary: "End this session",
      security: [...onlyFor(...EVERY_ROLE).security, {}],
      responses: answers(done),
    }),
    async (c) => {
      await revokeToken(c.var.services.db, c.var.tokenHash);
      return c.json({ message: "Signed out." }, 200);
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
      responses: answers(done),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(codesPerAddress, clientAddress(c));
      await resendVerification(c.var.services, c.req.valid("json").email, requesterOf(c));
      return c.json({ message: "If that address waits to be verified, a new code is on its way." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user/reset-password",
      operationId: "requestPasswordReset",
      ...mayRefuse("too_many_tries"),
      tags,
      summary: "Mail a code for a new password",
      request: json(resetRequest),
      responses: answers(done),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(codesPerAddress, clientAddress(c));
      await askForReset(c.var.services, c.req.valid("json").email, requesterOf(c));
      return c.json({ message: "If that address has an account, a code is on its way." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/reset-password/verify",
      operationId: "checkResetCode",
      ...mayRefuse("too_many_tries", "wrong_code"),
      tags,
      summary: "Check the reset code without using it up",
      request: json(resetCheck),
      responses: answers(done),
    }),
    async (c) => {
      const { email, otp } = c.req.valid("json");
      await c.var.services.rateLimiter.consume(codesPerAddress, clientAddress(c));
      await checkResetCode(c.var.services, email, otp, requesterOf(c));
      return c.json({ message: "The code is right." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/reset-password",
      operationId: "resetPassword",
      ...mayRefuse("too_many_tries", "wrong_code", "common_password"),
      tags,
      summary: "Set a new password with the mailed code",
      request: json(resetPasswordPayload),
      responses: answers(done),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(codesPerAddress, clientAddress(c));
      await resetPassword(c.var.services, c.req.valid("json"), requesterOf(c));
      return c.json({ message: "Your password is changed." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/reset-password/link",
      operationId: "resetPasswordByLink",
      ...mayRefuse("too_many_tries", "dead_link", "common_password"),
      tags,
      summary: "Set a new password with the mailed link",
      request: json(resetByLinkPayload),
      responses: answers(done),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(codesPerAddress, clientAddress(c));
      await resetByLink(c.var.services, c.req.valid("json"), requesterOf(c));
      return c.json({ message: "Your password is changed." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/first-password",
      operationId: "setFirstPassword",
      ...mayRefuse("too_many_tries", "dead_link", "common_password"),
      tags,
      summary: "Set the first password, in the browser that has just verified the e-mail",
      request: json(firstPassword),
      responses: answers(done),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(codesPerAddress, clientAddress(c));
      await chooseFirstPassword(c.var.services, c.req.valid("json"), requesterOf(c));
      return c.json({ message: "Your password is set." }, 200);
    },
  );

const drafts = newApi()
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
      responses: created(single(z.object({ _id: z.string() })), "Kept."),
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
      responses: answers(done),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(draftsPerAddress, clientAddress(c));
      await keepDraft(c.var.services, c.req.valid("param").draft, c.req.valid("json"));
      return c.json({ message: "Kept." }, 200);
    },
  );

export const accountsApi = newApi()
  .route("/", account)
  .route("/", session)
  .route("/", drafts)
  .route("/", sessionsApi)
  .route("/", personalTokensApi)
  .route("/", emailApi)
  .route("/", keptFormsApi);

/** The text fields and the picture of a multipart profile. */
async function profileSent(c: ApiContext) {
  const form = await c.req.formData();
  const fields: Record<string, unknown> = {};
  for (const name of ["firstName", "lastName", "telephone", "username", "storeName", "businessAddress"]) {
    const value = form.get(name);
    if (value !== null) fields[name] = value;
  }
  const categories = form
    .getAll("businessCategory")
    .flatMap((value) => String(value).split(","))
    .map((value) => value.trim())
    .filter(Boolean);
  if (form.has("businessCategory")) fields["businessCategory"] = categories;
  const parsed = profile.safeParse(fields);
  if (!parsed.success) throw invalid(parsed.error);
  const file = form.get("intendedFile");
  if (typeof file === "string" && file !== "") throw notAPicture();
  // A browser sends an unnamed empty file when none was chosen.
  const chosen = file instanceof File && (file.size > 0 || file.name !== "") ? file : null;
  return { fields: parsed.data, picture: chosen && new Uint8Array(await chosen.arrayBuffer()) };
}
