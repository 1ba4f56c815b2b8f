import { createRoute, z } from "@hono/zod-openapi";
import { FILE_REFUSALS } from "~/features/media/errors.server";
import { messageAnswer, id, image, single } from "~/features/fields";
import { video } from "~/features/media/schema";
import { takeFiles, uploadBody } from "~/features/media/take-files.server";
import {
  answers,
  clientAddress,
  created,
  EVERY_ROLE,
  json,
  mayRefuse,
  newApi,
  onlyFor,
  signedIn,
  type ApiContext,
} from "~/platform/http/api.server";
import type { RateLimit } from "~/platform/rate-limiter/rate-limiter.server";
import { dropForm, filesPerAccount, keepForm, openForm, requireMerchantsBrowser } from "./kept-forms.server";
import { keptForm, openedForm } from "./schema";

const tags = ["Accounts"];
const perAddress: RateLimit = { name: "kept-form-address", points: 200, seconds: 3600 };
const handle = z.object({ handle: z.string().regex(/^[0-9a-f]{64}$/, "That is not a kept form.") });

/** Entries of a form whose session ended while it was filled in. */
export const keptFormsApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/user/kept-form",
      operationId: "keepForm",
      ...mayRefuse("too_many_tries", "unknown_kept_form"),
      tags,
      summary: "Keep a form for 30 minutes, for an account whose session has ended",
      description:
        "Needs no token, but `X-Browser` of a browser in which the account has been signed in. Passwords and cards do not belong in it. Answers a handle, of use to this account in this browser alone.",
      request: json(keptForm),
      responses: created(single(z.object({ handle: z.string() })), "Kept."),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(perAddress, clientAddress(c));
      const keptForm = await keepForm(c.var.services, c.req.valid("json"), c.var.browser);
      return c.json({ data: { handle: keptForm } }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/user/kept-form/{account}/file",
      operationId: "checkKeptFormFiles",
      ...mayRefuse("too_many_tries", "unknown_kept_form"),
      tags,
      summary: "Whether this browser may store files of such a form",
      description: "To be asked before they are read. Refused with 404 as storing one would be.",
      request: { params: z.object({ account: id }) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(perAddress, clientAddress(c));
      const { account } = c.req.valid("param");
      await requireMerchantsBrowser(c.var.services.db, { account, browser: c.var.browser });
      return c.json({ message: "Send them." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/kept-form/{account}/file",
      operationId: "uploadKeptFormFile",
      ...mayRefuse("too_many_tries", "unknown_kept_form", ...FILE_REFUSALS),
      tags,
      summary: "Store a file of such a form, as POST /file does for a merchant",
      description: "What no product shows is removed after a day.",
      request: { params: z.object({ account: id }), body: uploadBody },
      responses: created(z.object({ data: z.union([z.array(image), video]) }), "The stored references."),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(perAddress, clientAddress(c));
      const { account } = c.req.valid("param");
      await requireMerchantsBrowser(c.var.services.db, { account, browser: c.var.browser });
      await c.var.services.rateLimiter.consume(filesPerAccount, account);
      return c.json(
        {
          data: await takeFiles(c.var.services, c.req.raw, { ownerId: account, key: c.req.header("Idempotency-Key") }),
        },
        201,
      );
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/kept-form/{handle}/open",
      operationId: "openKeptForm",
      ...mayRefuse("unknown_kept_form"),
      tags,
      summary: "Take up a kept form of mine, in the browser that it was typed in",
      description: "The first session that asks has it; asked again by that session, it answers the same.",
      ...onlyFor(...EVERY_ROLE),
      request: { params: handle },
      responses: answers(single(openedForm)),
    }),
    async (c) => {
      const owner = { ...(await ownerOf(c)), tokenHash: c.var.tokenHash };
      return c.json({ data: await openForm(c.var.services, c.req.valid("param").handle, owner) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/user/kept-form/{handle}",
      operationId: "deleteKeptForm",
      tags,
      summary: "Forget a kept form of mine",
      ...onlyFor(...EVERY_ROLE),
      request: { params: handle },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { account } = await ownerOf(c);
      await dropForm(c.var.services.db, c.req.valid("param").handle, account);
      return c.json({ message: "Forgotten." }, 200);
    },
  );

async function ownerOf(c: ApiContext) {
  return { account: (await signedIn(c))._id, browser: c.var.browser };
}
