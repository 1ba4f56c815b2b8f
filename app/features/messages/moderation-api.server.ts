import { createRoute, z } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { messageAnswer, id, single } from "~/features/fields";
import { pageOf } from "~/features/pagination";
import { answers, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import {
  closeConversation,
  keepConversation,
  moderationPage,
  readReported,
  reopenConversation,
} from "./moderate.server";
import { closeForm, moderationQuery, reportedConversation, reportedMessages } from "./schema";

const tags = ["Operators"];
const params = z.object({ id });

/** Calls of operators about conversations that were reported. */
export const messagesModerationApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/conversations",
      operationId: "operatorListConversations",
      tags,
      summary: "Conversations that were reported, or that are closed, without their messages, 20 a page",
      ...onlyFor("operator"),
      request: { query: moderationQuery },
      responses: answers(pageOf(reportedConversation)),
    }),
    async (c) => c.json({ data: await moderationPage(c.var.services, c.req.valid("query")) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/conversations/{id}",
      operationId: "operatorReadConversation",
      ...mayRefuse("unknown_conversation"),
      tags,
      summary: "The messages of a reported conversation; the audit log says who has read them",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(single(reportedMessages)),
    }),
    async (c) =>
      c.json({ data: await readReported(c.var.services, await operatorOf(c), c.req.valid("param").id) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/conversations/{id}/close",
      operationId: "operatorCloseConversation",
      ...mayRefuse("unknown_conversation", "closed_already"),
      tags,
      summary: "Close a reported conversation; the reported side is told the reason by mail",
      ...onlyFor("operator"),
      request: { params, ...json(closeForm) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { reason } = c.req.valid("json");
      await closeConversation(c.var.services, await operatorOf(c), c.req.valid("param").id, reason);
      return c.json({ message: "The conversation is closed, and who was reported is told why." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/conversations/{id}/reopen",
      operationId: "operatorReopenConversation",
      ...mayRefuse("unknown_conversation", "not_closed"),
      tags,
      summary: "Open a closed conversation again; both sides are told by mail",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await reopenConversation(c.var.services, await operatorOf(c), c.req.valid("param").id);
      return c.json({ message: "The conversation is open again." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/conversations/{id}/keep",
      operationId: "operatorKeepConversation",
      ...mayRefuse("unknown_conversation", "report_settled"),
      tags,
      summary: "Settle the reports of a conversation that stays open",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await keepConversation(c.var.services, await operatorOf(c), c.req.valid("param").id);
      return c.json({ message: "The conversation stays open, and its reports are settled." }, 200);
    },
  );
