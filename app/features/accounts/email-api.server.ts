import { createRoute } from "@hono/zod-openapi";
import { messageAnswer } from "~/features/fields";
import {
  answers,
  clientAddress,
  EVERY_ROLE,
  json,
  mayRefuse,
  newApi,
  onlyFor,
  type ApiContext,
} from "~/platform/http/api.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { askForEmail, confirmEmail } from "./change-email.server";
import type { AccountPart } from "./email-parts";
import { undoEmail } from "./undo-email.server";
import { recordOf } from "./log-in.server";
import { changeEmail, verifyLink } from "./schema";

const tags = ["Accounts"];
const perAddress: RateLimit = { name: "email-link-address", points: 30, seconds: 900 };
const limited = (c: ApiContext) => c.var.services.rateLimiter.consume(perAddress, clientAddress(c));

/** Calls that request another address for an account, confirm it, and undo the change with all `parts`. */
export function emailApi(parts: readonly AccountPart[]) {
  return newApi()
    .openapi(
      createRoute({
        method: "post",
        path: "/user/email",
        operationId: "requestEmailChange",
        ...mayRefuse("too_many_tries", "wrong_password", "same_address"),
        tags,
        summary: "Ask for another address; a link is mailed to it",
        ...onlyFor(...EVERY_ROLE),
        request: json(changeEmail),
        responses: answers(messageAnswer),
      }),
      async (c) => {
        const payload = c.req.valid("json");
        await askForEmail(c.var.services, await recordOf(c), payload, parts);
        return c.json({ message: `We have sent a link to ${payload.email}.` }, 200);
      },
    )
    .openapi(
      createRoute({
        method: "post",
        path: "/user/email/confirm",
        operationId: "confirmEmailChange",
        ...mayRefuse("too_many_tries", "dead_link", "address_taken"),
        tags,
        summary: "Use the new address, with the link that was mailed to it",
        request: json(verifyLink),
        responses: answers(messageAnswer),
      }),
      async (c) => {
        await limited(c);
        const email = await confirmEmail(c.var.services, c.req.valid("json").link);
        return c.json({ message: `Your address is ${email} from now on.` }, 200);
      },
    )
    .openapi(
      createRoute({
        method: "post",
        path: "/user/email/undo",
        operationId: "undoEmailChange",
        ...mayRefuse("too_many_tries", "dead_link", "address_taken"),
        tags,
        summary: "Undo a change of address, with the link that was mailed to the old one",
        description:
          "Every session, personal token, link and remembered browser ends, and the password is void. The second factor and the webhooks are as they were when the change was requested.",
        request: json(verifyLink),
        responses: answers(messageAnswer),
      }),
      async (c) => {
        await limited(c);
        const email = await undoEmail(c.var.services, c.req.valid("json").link, parts);
        return c.json({ message: `Your address is ${email} again. Now choose a new password.` }, 200);
      },
    );
}
