import { createRoute, z } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { messageAnswer, id, single } from "~/features/fields";
import { changePageOf } from "~/features/pagination";
import { answers, clientAddress, created, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { assignMessage, messageFor, messagePage, settleMessage } from "./answer-message.server";
import { answer, assignment, contactMessage, supportMessage, supportQuery, supportThread } from "./schema";
import { takeMessage } from "./take-message.server";

const tags = ["Operators"];
const params = z.object({ id });

export const supportApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/support",
      operationId: "sendSupportMessage",
      ...mayRefuse("too_many_tries"),
      tags: ["Support"],
      summary: "Send a message to the team",
      request: json(contactMessage),
      responses: created(messageAnswer),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(
        { name: "support-address", points: 10, seconds: 3600 },
        clientAddress(c),
      );
      await takeMessage(c.var.services, c.req.valid("json"));
      return c.json({ message: "Your message has been sent successfully!" }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/support",
      operationId: "operatorListMessages",
      tags,
      summary: "Messages of the contact form, 20 a page",
      ...onlyFor("operator"),
      request: { query: supportQuery },
      responses: answers(changePageOf(supportMessage)),
    }),
    async (c) => {
      const { _id } = await operatorOf(c);
      return c.json({ data: await messagePage(c.var.services, _id, c.req.valid("query")) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/support/{id}",
      operationId: "operatorGetMessage",
      ...mayRefuse("unknown_message"),
      tags,
      summary: "One message with all that was written since",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(single(supportThread)),
    }),
    async (c) => c.json({ data: await messageFor(c.var.services, c.req.valid("param").id) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/support/{id}/answer",
      operationId: "operatorAnswerMessage",
      ...mayRefuse("unknown_message", "answered_already"),
      tags,
      summary: "Answer a message by mail",
      ...onlyFor("operator"),
      request: { params, ...json(answer) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await settleMessage(c.var.services, await operatorOf(c), c.req.valid("param").id, c.req.valid("json").answer);
      return c.json({ message: "The answer is on its way." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/support/{id}/done",
      operationId: "operatorCloseMessage",
      ...mayRefuse("unknown_message", "answered_already"),
      tags,
      summary: "Mark a message done without an answer",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await settleMessage(c.var.services, await operatorOf(c), c.req.valid("param").id, "");
      return c.json({ message: "The message is done." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/support/{id}/assign",
      operationId: "operatorAssignMessage",
      ...mayRefuse("unknown_message", "not_an_operator"),
      tags,
      summary: "Say who takes care of a message",
      ...onlyFor("operator"),
      request: { params, ...json(assignment) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { operator } = c.req.valid("json");
      await assignMessage(c.var.services, await operatorOf(c), c.req.valid("param").id, operator);
      return c.json({ message: operator ? "It is taken care of." : "Nobody takes care of it now." }, 200);
    },
  );
