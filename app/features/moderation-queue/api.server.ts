import { createRoute, z } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { messageAnswer, id, single } from "~/features/fields";
import { reportQuestion } from "~/features/messages/moderate-question.server";
import { reportForm } from "~/features/moderation/schema";
import { reportProduct } from "~/features/product-review/take-off.server";
import { answers, clientAddress, created, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { decideCase } from "./decide.server";
import { casePage as casePageOf, readCase } from "./read-cases.server";
import { caseDecision, caseDetails, casePage, caseQuery } from "./schema";

const tags = ["Reports"];
const params = z.object({ id });
/** Limits reports from one network address, so that it cannot flood the team. */
const REPORTS = { name: "reports", points: 20, seconds: 3600 };

/** Reports by anybody, and the operators' queue of reports and objections. */
export const moderationQueueApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/product/general/{id}/reports",
      operationId: "reportProduct",
      ...mayRefuse("unknown_product", "too_many_tries"),
      tags,
      summary: "Report a product on sale to the market; anybody may",
      request: { params, ...json(reportForm) },
      responses: created(messageAnswer),
    }),
    async (c) => {
      const { services } = c.var;
      await services.rateLimiter.consume(REPORTS, clientAddress(c));
      await reportProduct(services, c.req.valid("param").id, c.req.valid("json").reason);
      return c.json({ message: "Thank you. Our team looks at this product." }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product-questions/{id}/reports",
      operationId: "reportQuestion",
      ...mayRefuse("unknown_question", "too_many_tries"),
      tags,
      summary: "Report a question and its answer that stand with a product; anybody may",
      request: { params, ...json(reportForm) },
      responses: created(messageAnswer),
    }),
    async (c) => {
      const { services } = c.var;
      await services.rateLimiter.consume(REPORTS, clientAddress(c));
      await reportQuestion(services, c.req.valid("param").id, c.req.valid("json").reason);
      return c.json({ message: "Thank you. Our team looks at this question and its answer." }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/reports",
      operationId: "operatorListReports",
      tags,
      summary: "Reported reviews, conversations, questions and products, and objections to decisions, 20 a page",
      ...onlyFor("operator"),
      request: { query: caseQuery },
      responses: answers(casePage),
    }),
    async (c) => c.json({ data: await casePageOf(c.var.services, c.req.valid("query")) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/reports/{id}",
      operationId: "operatorReadReport",
      ...mayRefuse("unknown_report"),
      tags,
      summary: "The thing that was reported, with open reports and objections",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(single(caseDetails)),
    }),
    async (c) => c.json({ data: await readCase(c.var.services, await operatorOf(c), c.req.valid("param").id) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/reports/{id}/decision",
      operationId: "operatorDecideReport",
      ...mayRefuse(
        "unknown_report",
        "report_decided",
        "unknown_question",
        "hidden_already",
        "not_hidden",
        "nothing_reported",
        "closed_already",
        "not_closed",
        "report_settled",
        "question_hidden_already",
        "question_shown",
        "taken_off_already",
        "not_taken_off",
      ),
      tags,
      summary: "Take down what was reported, keep it, put it back, or let a decision stand after an objection",
      description:
        "revision is the one that operatorReadReport answered: where somebody has decided meanwhile, or an objection " +
        "has come, the call is refused with report_decided. uphold is for cases in the state objected, and is final.",
      ...onlyFor("operator"),
      request: { params, ...json(caseDecision) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const operator = await operatorOf(c);
      const message = await decideCase(c.var.services, operator, c.req.valid("param").id, c.req.valid("json"));
      return c.json({ message }, 200);
    },
  );
