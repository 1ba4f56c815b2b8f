import { createRoute, z } from "@hono/zod-openapi";
import { messageAnswer, id, single } from "~/features/fields";
import { subscriptionOf } from "~/features/newsletter/subscribe.server";
import {
  answers,
  clientAddress,
  created,
  json,
  mayRefuse,
  newApi,
  onlyFor,
  signedIn,
} from "~/platform/http/api.server";
import { publicKeyOf } from "~/features/push/keys.server";
import { browsersOf } from "~/features/push/subscriptions.server";
import type { UserRecord } from "~/features/accounts/log-in.server";
import { unknownNoticeKind } from "./errors.server";
import { NOTICE_KINDS } from "./plain-schema";
import { chooseMail, choicesOf } from "./choices.server";
import { askByMail, confirmWatch, openNoticeLink, openWatchLink, stopNotices } from "./links.server";
import {
  linkedNotices,
  noticeChoice,
  noticeKind,
  notices,
  stopByLink,
  watchByMail,
  watchForm,
  watchKind,
} from "./schema";
import { endWatch, watchAs, watchesOf } from "./watch.server";

const tags = ["Notices"];
const kindOfMail = z.object({
  kind: z
    .string()
    .max(40)
    .describe(`One of ${NOTICE_KINDS.join(", ")}.`),
});
const link = z.object({ word: z.string().max(1000) });
/** Limits for one network address, against guessing tokens and filling mailboxes. */
const LINKS = { name: "notice-links", points: 60, seconds: 3600 };
const MAILS = { name: "watch-address", points: 20, seconds: 3600 };

/** Calls for the mails that a person gets in addition to those about orders. */
export const noticesApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/user/notices",
      operationId: "getNotices",
      tags,
      summary: "What I am told by mail beside my orders",
      ...onlyFor("buyer", "merchant"),
      responses: answers(single(notices)),
    }),
    async (c) => {
      const { _id, email } = (await signedIn(c, "buyer", "merchant")) as UserRecord;
      const { db } = c.var.services;
      const subscription = await subscriptionOf(db, email ?? "");
      const { mail, push: kinds } = await choicesOf(db, _id);
      const data = {
        mail,
        newsletter: subscription !== null && subscription.confirmedAt !== null && subscription.unsubscribedAt === null,
        watches: await watchesOf(db, { userId: _id }),
        push: { publicKey: await publicKeyOf(c.var.services), kinds, browsers: await browsersOf(db, _id) },
      };
      return c.json({ data }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user/notices/{kind}",
      operationId: "chooseNotice",
      ...mayRefuse("unknown_notice_kind"),
      tags,
      summary: "Say whether I want a kind of mail",
      ...onlyFor("buyer", "merchant"),
      request: { params: kindOfMail, ...json(noticeChoice) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer", "merchant");
      const { services } = c.var;
      const { mail } = c.req.valid("json");
      const kind = noticeKind.safeParse(c.req.valid("param").kind);
      if (!kind.success) throw unknownNoticeKind();
      await chooseMail(services.db, services, _id, kind.data, mail);
      return c.json({ message: mail ? "We write to you about it again." : "We write to you about it no more." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/watches",
      operationId: "createWatch",
      ...mayRefuse("nothing_to_watch", "watches_full"),
      tags,
      summary: "Tell me when a product is back, or what a stall puts on sale",
      description: "By mail, unless that kind is switched off. What I am told about already is so once.",
      ...onlyFor("buyer"),
      request: json(watchForm),
      responses: created(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer");
      const form = c.req.valid("json");
      await watchAs(c.var.services, _id, form);
      const message =
        form.kind === "back" ? "We tell you once it is back." : "We tell you what the stall puts on sale.";
      return c.json({ message }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/user/watches/{id}",
      operationId: "deleteWatch",
      ...mayRefuse("unknown_watch"),
      tags,
      summary: "Tell me about it no more",
      ...onlyFor("buyer"),
      request: { params: z.object({ id }) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer");
      await endWatch(c.var.services.db, { userId: _id }, c.req.valid("param").id);
      return c.json({ message: "You are told about it no more." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/watches",
      operationId: "askForWatch",
      ...mayRefuse("nothing_to_watch", "too_many_tries"),
      tags,
      summary: "The same without an account; a mail asks to confirm it",
      description: "Nothing is kept before its link is pressed, within a week.",
      request: json(watchByMail),
      responses: created(messageAnswer),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(MAILS, clientAddress(c));
      await askByMail(c.var.services, c.req.valid("json"));
      return c.json({ message: "Almost there: please open the link we have mailed you." }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/watch-link/{word}",
      operationId: "openWatchLink",
      ...mayRefuse("unknown_notice_link", "nothing_to_watch", "too_many_tries"),
      tags,
      summary: "What a link to confirm is about",
      request: { params: link },
      responses: answers(single(z.object({ kind: watchKind, id: z.string(), title: z.string() }))),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(LINKS, clientAddress(c));
      const { kind, id: targetId, title } = await openWatchLink(c.var.services, c.req.valid("param").word);
      return c.json({ data: { kind, id: targetId, title } }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/watch-link/{word}",
      operationId: "confirmWatch",
      ...mayRefuse("unknown_notice_link", "nothing_to_watch", "watches_full", "too_many_tries"),
      tags,
      summary: "Confirm what a mail asks about",
      request: { params: link },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(LINKS, clientAddress(c));
      await confirmWatch(c.var.services, c.req.valid("param").word);
      return c.json({ message: "Thank you. We tell you." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/notice-link/{word}",
      operationId: "openNoticeLink",
      ...mayRefuse("unknown_notice_link", "too_many_tries"),
      tags,
      summary: "What a link to end mails is about",
      request: { params: link },
      responses: answers(single(linkedNotices)),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(LINKS, clientAddress(c));
      return c.json({ data: await openNoticeLink(c.var.services, c.req.valid("param").word) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/notice-link/{word}/stop",
      operationId: "stopNotices",
      ...mayRefuse("unknown_notice_link", "unknown_watch", "too_many_tries"),
      tags,
      summary: "End the mails of a link",
      request: { params: link, ...json(stopByLink) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(LINKS, clientAddress(c));
      await stopNotices(c.var.services, c.req.valid("param").word, c.req.valid("json").watch);
      return c.json({ message: "We write to you about it no more." }, 200);
    },
  );
