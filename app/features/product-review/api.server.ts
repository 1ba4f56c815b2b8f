import { createRoute, z } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { messageAnswer, id, single } from "~/features/fields";
import { pageOf, pageQuery } from "~/features/pagination";
import { answers, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { publish, reviewOf, reviewPage, sendBack } from "./review.server";
import { publish as publishPayload, review, sendBack as sendBackPayload, waitingProduct } from "./schema";

const tags = ["Operators"];
const params = z.object({ id });

export const reviewApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/review",
      operationId: "operatorListReviews",
      tags,
      summary: "What waits for review, oldest first, 10 a page",
      ...onlyFor("operator"),
      request: { query: pageQuery },
      responses: answers(pageOf(waitingProduct)),
    }),
    async (c) => c.json({ data: await reviewPage(c.var.services, c.req.valid("query").page) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/review/{id}",
      operationId: "operatorGetReview",
      ...mayRefuse("nothing_to_review"),
      tags,
      summary: "A product that waits: what is wanted beside what is on sale",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(single(review)),
    }),
    async (c) => c.json({ data: await reviewOf(c.var.services, c.req.valid("param").id) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/review/{id}/publish",
      operationId: "operatorPublishProduct",
      ...mayRefuse("nothing_to_review", "decided_already", "category_gone"),
      tags,
      summary: "Put it on sale",
      ...onlyFor("operator"),
      request: { params, ...json(publishPayload) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { version } = c.req.valid("json");
      const { staysOff } = await publish(c.var.services, await operatorOf(c), c.req.valid("param").id, version);
      const message = staysOff
        ? "It is published, and stays off sale until an operator puts it back."
        : "It is on sale, and the merchant is told.";
      return c.json({ message }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/review/{id}/send-back",
      operationId: "operatorSendProductBack",
      ...mayRefuse("nothing_to_review", "decided_already"),
      tags,
      summary: "Give it back to its merchant with a reason",
      ...onlyFor("operator"),
      request: { params, ...json(sendBackPayload) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await sendBack(c.var.services, await operatorOf(c), c.req.valid("param").id, c.req.valid("json"));
      return c.json({ message: "The merchant has it back." }, 200);
    },
  );
