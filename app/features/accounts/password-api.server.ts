import { createRoute } from "@hono/zod-openapi";
import { messageAnswer } from "~/features/fields";
import { answers, clientAddress, EVERY_ROLE, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { recordOf } from "./log-in.server";
import { codesPerAddress } from "./rate-limits.server";
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
  changePassword as changePasswordPayload,
  firstPassword,
  resetByLink as resetByLinkPayload,
  resetCheck,
  resetPassword as resetPasswordPayload,
  resetRequest,
} from "./schema";

const tags = ["Accounts"];

/** Calls that change a password, replace a forgotten one, and choose the first one. */
export const passwordApi = newApi()
  .openapi(
    createRoute({
      method: "put",
      path: "/user/update-password",
      operationId: "changePassword",
      ...mayRefuse("too_many_tries", "wrong_password", "common_password"),
      tags,
      summary: "Change the password; every other session ends",
      description: "Where the new password is in force already, nothing is changed, and the answer is the same.",
      ...onlyFor(...EVERY_ROLE),
      request: json(changePasswordPayload),
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await changePassword(c.var.services, (await recordOf(c))._id, c.var.tokenHash, c.req.valid("json"));
      return c.json({ message: "Password Changed Successfully" }, 200);
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
      responses: answers(messageAnswer),
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
      responses: answers(messageAnswer),
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
      responses: answers(messageAnswer),
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
      responses: answers(messageAnswer),
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
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(codesPerAddress, clientAddress(c));
      await chooseFirstPassword(c.var.services, c.req.valid("json"), requesterOf(c));
      return c.json({ message: "Your password is set." }, 200);
    },
  );
