import { createRoute, z } from "@hono/zod-openapi";
import { messageAnswer, id, single } from "~/features/fields";
import {
  answers,
  created,
  json,
  mayRefuse,
  newApi,
  onlyFor,
  signedIn,
  type ApiContext,
} from "~/platform/http/api.server";
import { conversationFor, conversationPageOf, markRead } from "./read-conversations.server";
import {
  blockForm,
  conversationDetails,
  conversationForm,
  conversationPage,
  conversationQuery,
  messageForm,
  newSubject,
  olderQuery,
  readForm,
  reportForm,
  subjectQuery,
} from "./schema";
import type { Participant } from "./sides";
import { reportConversation, setBlock } from "./stop-conversation.server";
import { newSubjectFor } from "./subject.server";
import { beginConversation, writeMessage } from "./write-message.server";

const tags = ["Messages"];
const params = z.object({ id });
const NOT_WRITABLE = ["questions_closed", "messages_blocked", "blocked_by_you", "conversation_closed"] as const;
const BOUNDS = [["too_many_questions", 429], "too_many_tries"] as const;
/** Limits the messages of an account, whatever it has bought. */
const WRITES = { name: "message-writes", points: 120, seconds: 3600 };
const REPORTS = { name: "message-reports", points: 20, seconds: 86_400 };

const bothSides = () => onlyFor("buyer", "merchant");

async function participant(c: ApiContext): Promise<Participant> {
  const { _id, privilege } = await signedIn(c, "buyer", "merchant");
  return { _id, side: privilege === "merchant" ? "merchant" : "buyer" };
}

/** Calls of both sides. Each answers only about the caller's own conversations. */
export const messagesApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/conversation-subject",
      operationId: "getConversationSubject",
      ...mayRefuse("unknown_subject"),
      tags,
      summary: "What I may write about, and my conversation about it where there is one",
      ...onlyFor("buyer"),
      request: { query: subjectQuery },
      responses: answers(single(newSubject)),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer");
      return c.json({ data: await newSubjectFor(c.var.services.db, _id, c.req.valid("query")) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/conversations",
      operationId: "listConversations",
      tags,
      summary: "My conversations with stalls, or with buyers, the newest message first, 20 a page",
      ...bothSides(),
      request: { query: conversationQuery },
      responses: answers(conversationPage),
    }),
    async (c) =>
      c.json({ data: await conversationPageOf(c.var.services, await participant(c), c.req.valid("query")) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/conversations",
      operationId: "beginConversation",
      ...mayRefuse("unknown_subject", "unknown_picture", ...NOT_WRITABLE, ...BOUNDS),
      tags,
      summary: "Write to a stall about a product, my order or the stall",
      description: "There is one conversation of a buyer, a stall and a subject: a second message goes on in it.",
      ...onlyFor("buyer"),
      request: json(conversationForm),
      responses: created(single(z.object({ _id: z.string() }))),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer");
      await c.var.services.rateLimiter.consume(WRITES, _id);
      return c.json({ data: { _id: await beginConversation(c.var.services, _id, c.req.valid("json")) } }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/conversations/{id}",
      operationId: "getConversation",
      ...mayRefuse("unknown_conversation"),
      tags,
      summary: "A conversation of mine with its newest messages",
      ...bothSides(),
      request: { params, query: olderQuery },
      responses: answers(single(conversationDetails)),
    }),
    async (c) => {
      const { before } = c.req.valid("query");
      const { services } = c.var;
      return c.json(
        { data: await conversationFor(services, await participant(c), c.req.valid("param").id, before) },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/conversations/{id}/messages",
      operationId: "writeMessage",
      ...mayRefuse("unknown_conversation", "unknown_picture", "buyer_left", ...NOT_WRITABLE, ...BOUNDS),
      tags,
      summary: "Write on in a conversation of mine",
      ...bothSides(),
      request: { params, ...json(messageForm) },
      responses: created(messageAnswer),
    }),
    async (c) => {
      const writer = await participant(c);
      await c.var.services.rateLimiter.consume(WRITES, writer._id);
      await writeMessage(c.var.services, writer, c.req.valid("param").id, c.req.valid("json"));
      return c.json({ message: "Your message is sent." }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/conversations/{id}/read",
      operationId: "markConversationRead",
      ...mayRefuse("unknown_conversation"),
      tags,
      summary: "Say up to which message I have read",
      ...bothSides(),
      request: { params, ...json(readForm) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await markRead(c.var.services, await participant(c), c.req.valid("param").id, c.req.valid("json").upTo);
      return c.json({ message: "Noted as read." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/conversations/{id}/block",
      operationId: "blockConversation",
      ...mayRefuse("unknown_conversation", "buyer_left"),
      tags,
      summary: "End messages with the other side, about any subject, or take them up again",
      ...bothSides(),
      request: { params, ...json(blockForm) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { isBlocked } = c.req.valid("json");
      await setBlock(c.var.services, await participant(c), c.req.valid("param").id, isBlocked);
      return c.json({ message: isBlocked ? "Blocked. No message goes either way." : "The block is lifted." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/conversations/{id}/reports",
      operationId: "reportConversation",
      ...mayRefuse("unknown_conversation", "nothing_to_report", "too_many_tries"),
      tags,
      summary: "Report a conversation of mine to the market, which reads it up to now",
      ...bothSides(),
      request: { params, ...json(reportForm) },
      responses: created(messageAnswer),
    }),
    async (c) => {
      const person = await participant(c);
      await c.var.services.rateLimiter.consume(REPORTS, person._id);
      await reportConversation(c.var.services, person, c.req.valid("param").id, c.req.valid("json").reason);
      return c.json({ message: "Thank you. Our team reads this conversation and decides." }, 201);
    },
  );
