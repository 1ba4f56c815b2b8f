import { createRoute, z } from "@hono/zod-openapi";
import { done, id, single } from "~/features/fields";
import { pageOf } from "~/features/pagination";
import { answers, json, newApi, onlyFor } from "~/platform/http/api.server";
import { auditPage } from "./audit.server";
import { deadJobPage, retryJob } from "./dead-jobs.server";
import { exportSubscribers, newsletterCounts } from "./newsletter.server";
import { operatorOf } from "./operator.server";
import { orderFor, orderPage } from "./orders.server";
import { overview as overviewOf } from "./overview.server";
import {
  answer,
  auditEntry,
  deadJob,
  foundOrder,
  newsletterCounts as counts,
  operatorOrder,
  overview,
  pageQuery,
  searchQuery,
  supportMessage,
  supportQuery,
} from "./schema";
import { messageFor, messagePage, settleMessage } from "./support.server";

const tags = ["Operators"];
const params = z.object({ id });

const desk = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/overview",
      tags,
      summary: "How much waits",
      ...onlyFor("operator"),
      responses: answers(single(overview)),
    }),
    async (c) => c.json({ data: await overviewOf(c.var.services.db) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/audit",
      tags,
      summary: "What operators did, newest first, 20 a page",
      ...onlyFor("operator"),
      request: { query: pageQuery },
      responses: answers(pageOf(auditEntry)),
    }),
    async (c) => c.json({ data: await auditPage(c.var.services.db, c.req.valid("query").page) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/jobs",
      tags,
      summary: "Jobs that failed for good, newest first, 20 a page",
      ...onlyFor("operator"),
      request: { query: pageQuery },
      responses: answers(pageOf(deadJob)),
    }),
    async (c) => c.json({ data: await deadJobPage(c.var.services, c.req.valid("query").page) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/jobs/{id}/retry",
      tags,
      summary: "Try a dead job anew",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(done),
    }),
    async (c) => {
      await retryJob(c.var.services, await operatorOf(c), c.req.valid("param").id);
      return c.json({ message: "It is tried again now." }, 200);
    },
  );

const orders = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/orders",
      tags,
      summary: "Orders, newest first, 20 a page",
      description: "q: an order's number or id, a buyer's mail address, or a payment intent.",
      ...onlyFor("operator"),
      request: { query: searchQuery },
      responses: answers(pageOf(foundOrder)),
    }),
    async (c) => {
      const { q, page } = c.req.valid("query");
      return c.json({ data: await orderPage(c.var.services, q, page) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/orders/{id}",
      tags,
      summary: "One order with its payment and refunds",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(single(operatorOrder)),
    }),
    async (c) => c.json({ data: await orderFor(c.var.services, c.req.valid("param").id) }, 200),
  );

const support = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/support",
      tags,
      summary: "Messages of the contact form, 20 a page",
      ...onlyFor("operator"),
      request: { query: supportQuery },
      responses: answers(pageOf(supportMessage)),
    }),
    async (c) => {
      const { state, page } = c.req.valid("query");
      return c.json({ data: await messagePage(c.var.services, state, page) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/support/{id}",
      tags,
      summary: "One message",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(single(supportMessage)),
    }),
    async (c) => c.json({ data: await messageFor(c.var.services, c.req.valid("param").id) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/support/{id}/answer",
      tags,
      summary: "Answer a message by mail",
      ...onlyFor("operator"),
      request: { params, ...json(answer) },
      responses: answers(done),
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
      tags,
      summary: "Mark a message done without an answer",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(done),
    }),
    async (c) => {
      await settleMessage(c.var.services, await operatorOf(c), c.req.valid("param").id, "");
      return c.json({ message: "The message is done." }, 200);
    },
  );

const newsletter = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/newsletter",
      tags,
      summary: "How many subscribe",
      ...onlyFor("operator"),
      responses: answers(single(counts)),
    }),
    async (c) => c.json({ data: await newsletterCounts(c.var.services.db) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/newsletter/export",
      tags,
      summary: "Confirmed addresses as CSV",
      ...onlyFor("operator"),
      responses: {
        200: { description: "email, confirmed at, unsubscribe link", content: { "text/csv": { schema: z.string() } } },
      },
    }),
    async (c) =>
      c.body(await exportSubscribers(c.var.services, await operatorOf(c)), 200, {
        "Content-Type": "text/csv; charset=utf-8",
        "Content-Disposition": 'attachment; filename="newsletter.csv"',
      }),
  );

export const deskOperatorsApi = newApi().route("/", desk).route("/", orders).route("/", support).route("/", newsletter);
