import { createRoute, z } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { messageAnswer, id } from "~/features/fields";
import { pageOf } from "~/features/pagination";
import { answers, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { hideReview, keepReview, moderationPage, putReviewBack } from "./moderate.server";
import { hideForm, moderatedReview, moderationQuery } from "./schema";

const tags = ["Operators"];
const params = z.object({ id });

/** Calls of operators about buyers' reviews. */
export const moderationApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/customer-reviews",
      operationId: "operatorListCustomerReviews",
      tags,
      summary: "Buyers' reviews that were reported, that are hidden, or the newest, 20 a page",
      ...onlyFor("operator"),
      request: { query: moderationQuery },
      responses: answers(pageOf(moderatedReview)),
    }),
    async (c) => c.json({ data: await moderationPage(c.var.services, c.req.valid("query")) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/customer-reviews/{id}/hide",
      operationId: "operatorHideReview",
      ...mayRefuse("unknown_review", "hidden_already"),
      tags,
      summary: "Hide a review; its writer is told the reason by mail",
      ...onlyFor("operator"),
      request: { params, ...json(hideForm) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { reason } = c.req.valid("json");
      await hideReview(c.var.services, await operatorOf(c), c.req.valid("param").id, reason);
      return c.json({ message: "The review is hidden, and its writer is told why." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/customer-reviews/{id}/put-back",
      operationId: "operatorPutReviewBack",
      ...mayRefuse("unknown_review", "not_hidden"),
      tags,
      summary: "Show a hidden review again; its writer is told by mail",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await putReviewBack(c.var.services, await operatorOf(c), c.req.valid("param").id);
      return c.json({ message: "The review is shown again." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/customer-reviews/{id}/keep",
      operationId: "operatorKeepReview",
      ...mayRefuse("unknown_review", "nothing_reported"),
      tags,
      summary: "Settle the reports of a review that stays",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await keepReview(c.var.services, await operatorOf(c), c.req.valid("param").id);
      return c.json({ message: "The review stays, and its reports are settled." }, 200);
    },
  );
