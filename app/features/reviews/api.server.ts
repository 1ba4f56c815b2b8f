import { createRoute, z } from "@hono/zod-openapi";
import { messageAnswer, id, image } from "~/features/fields";
import { FILE_REFUSALS } from "~/features/media/errors.server";
import { pictureBody, takePictures } from "~/features/media/take-files.server";
import {
  answers,
  clientAddress,
  created,
  json,
  mayRefuse,
  newApi,
  onlyFor,
  readByAll,
  signedIn,
} from "~/platform/http/api.server";
import { openReviewLink, optOut, ownerOfLink, reviewByLink } from "./links.server";
import { productReviewPage } from "./list-reviews.server";
import { reportReview, voteUseful } from "./react-to-review.server";
import { lineOfBuyer, reviewablesOf } from "./reviewable.server";
import { linkedLine, productReviews, reportForm, reviewable, reviewForm, reviewQuery } from "./schema";
import { saveReview } from "./write-review.server";

const tags = ["Reviews"];
const params = z.object({ id });
const link = z.object({ word: z.string().max(400) });
const NOT_REVIEWABLE = ["not_arrived", "line_refunded", "own_stall"] as const;
/** Limits for one network address, against guessing tokens and flooding the team. */
const LINKS = { name: "review-links", points: 60, seconds: 3600 };
const REPORTS = { name: "review-reports", points: 20, seconds: 3600 };
const WRITES = { name: "review-writes", points: 60, seconds: 3600 };

export const reviewsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/product/general/{id}/reviews",
      operationId: "listProductReviews",
      ...readByAll(),
      ...mayRefuse("unknown_product"),
      tags,
      summary: "Reviews of a published product, 10 a page",
      request: { params, query: reviewQuery },
      responses: answers(productReviews),
    }),
    async (c) =>
      c.json({ data: await productReviewPage(c.var.services, c.req.valid("param").id, c.req.valid("query")) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/user/orders/{id}/reviews",
      operationId: "listReviewables",
      ...mayRefuse("unknown_line"),
      tags,
      summary: "The lines of my order, with my reviews of their products",
      ...onlyFor("buyer"),
      request: { params },
      responses: answers(z.object({ data: z.array(reviewable) })),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer");
      return c.json({ data: await reviewablesOf(c.var.services, _id, c.req.valid("param").id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user/order-lines/{id}/review",
      operationId: "saveReview",
      ...mayRefuse("unknown_line", "unknown_picture", ...NOT_REVIEWABLE, "review_final", "too_many_tries"),
      tags,
      summary: "Review what I bought, or change my review of it within 30 days",
      description: "There is one review of a buyer and a product, whichever line of an order it is written about.",
      ...onlyFor("buyer"),
      request: { params, ...json(reviewForm) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer");
      const { services } = c.var;
      await services.rateLimiter.consume(WRITES, _id);
      const lineId = c.req.valid("param").id;
      await saveReview(services, (trx) => lineOfBuyer(trx, _id, lineId), c.req.valid("json"));
      return c.json({ message: "Thank you. Your review is shown with the product." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/review-link/{word}",
      operationId: "openReviewLink",
      ...mayRefuse("unknown_review_link", "too_many_tries"),
      tags,
      summary: "What a mailed link is for",
      request: { params: link },
      responses: answers(z.object({ data: linkedLine })),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(LINKS, clientAddress(c));
      return c.json({ data: await openReviewLink(c.var.services, c.req.valid("param").word) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/review-link/{word}",
      operationId: "reviewByLink",
      ...mayRefuse("unknown_review_link", "unknown_picture", "link_used", ...NOT_REVIEWABLE, "too_many_tries"),
      tags,
      summary: "Review the product of a mailed link, once",
      request: { params: link, ...json(reviewForm) },
      responses: created(messageAnswer),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(LINKS, clientAddress(c));
      await reviewByLink(c.var.services, c.req.valid("param").word, c.req.valid("json"));
      return c.json({ message: "Thank you. Your review is shown with the product." }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/review-link/{word}/pictures",
      operationId: "uploadReviewPictures",
      ...mayRefuse("unknown_review_link", "link_used", "too_many_tries", ...FILE_REFUSALS),
      tags,
      summary: "Store pictures for the review of a mailed link",
      request: { params: link, body: pictureBody },
      responses: created(z.object({ data: z.array(image) })),
    }),
    async (c) => {
      const { services } = c.var;
      await services.rateLimiter.consume(LINKS, clientAddress(c));
      const ownerId = await ownerOfLink(services, c.req.valid("param").word);
      const upload = { ownerId, key: c.req.header("Idempotency-Key") };
      return c.json({ data: await takePictures(services, c.req.raw, upload) }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/review-link/{word}/stop",
      operationId: "stopReviewMails",
      ...mayRefuse("unknown_review_link", "too_many_tries"),
      tags,
      summary: "End mails that ask the buyer of a link for reviews, for good",
      request: { params: link },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(LINKS, clientAddress(c));
      await optOut(c.var.services, c.req.valid("param").word);
      return c.json({ message: "We do not ask you for reviews again." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/reviews/{id}/useful",
      operationId: "markReviewUseful",
      ...mayRefuse("unknown_review", "too_many_tries"),
      tags,
      summary: "Say whether a review was useful to me",
      ...onlyFor("buyer"),
      request: { params, ...json(z.object({ isUseful: z.boolean({ error: "isUseful must be true or false." }) })) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "buyer");
      const { services } = c.var;
      await services.rateLimiter.consume(WRITES, _id);
      const { isUseful } = c.req.valid("json");
      await voteUseful(services, _id, c.req.valid("param").id, isUseful);
      return c.json({ message: isUseful ? "Noted as useful." : "No longer noted as useful." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/reviews/{id}/reports",
      operationId: "reportReview",
      ...mayRefuse("unknown_review", "too_many_tries"),
      tags,
      summary: "Report a review to the market; anybody may",
      request: { params, ...json(reportForm) },
      responses: created(messageAnswer),
    }),
    async (c) => {
      const { services } = c.var;
      await services.rateLimiter.consume(REPORTS, clientAddress(c));
      await reportReview(services, c.req.valid("param").id, c.req.valid("json").reason);
      return c.json({ message: "Thank you. Our team looks at this review." }, 201);
    },
  );
