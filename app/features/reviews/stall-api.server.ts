import { createRoute, z } from "@hono/zod-openapi";
import { messageAnswer, id } from "~/features/fields";
import { changePageOf } from "~/features/pagination";
import { answers, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { answerReview, removeAnswer } from "./answer-review.server";
import { stallReviewPage } from "./list-reviews.server";
import { answerForm, stallReview, stallReviewQuery } from "./schema";

const tags = ["Reviews"];
const params = z.object({ id });

/** Calls of merchants about reviews of what they sell. */
export const stallReviewsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/merchant/reviews",
      operationId: "listStallReviews",
      tags,
      summary: "Reviews of my products, those without an answer first, 10 a page",
      ...onlyFor("merchant"),
      request: { query: stallReviewQuery },
      responses: answers(changePageOf(stallReview)),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json({ data: await stallReviewPage(c.var.services, _id, c.req.valid("query")) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/merchant/reviews/{id}/answer",
      operationId: "answerReview",
      ...mayRefuse("unknown_review"),
      tags,
      summary: "Answer a review of my product, or change the answer",
      ...onlyFor("merchant"),
      request: { params, ...json(answerForm) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      await answerReview(c.var.services, _id, c.req.valid("param").id, c.req.valid("json").answer);
      return c.json({ message: "Your answer is shown under the review." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/merchant/reviews/{id}/answer",
      operationId: "deleteReviewAnswer",
      ...mayRefuse("unknown_review", "no_answer"),
      tags,
      summary: "Take my answer to a review back",
      ...onlyFor("merchant"),
      request: { params },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      await removeAnswer(c.var.services, _id, c.req.valid("param").id);
      return c.json({ message: "Your answer is no longer shown." }, 200);
    },
  );
