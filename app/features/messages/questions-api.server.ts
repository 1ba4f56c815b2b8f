import { createRoute, z } from "@hono/zod-openapi";
import { messageAnswer, id } from "~/features/fields";
import { pageOf, pageQuery } from "~/features/pagination";
import { answers, mayRefuse, newApi, onlyFor, readByAll, signedIn } from "~/platform/http/api.server";
import { productQuestion } from "./schema";
import { hideQuestion, productQuestionPage, showQuestion } from "./show-question.server";

const tags = ["Messages"];
const ofConversation = z.object({ id, message: id });

/** Calls for the questions on a product's page, and for its merchant to show them. */
export const questionsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/product/general/{id}/questions",
      operationId: "listProductQuestions",
      ...readByAll(),
      ...mayRefuse("unknown_product"),
      tags,
      summary: "Questions about a published product with the stall's answers, 10 a page",
      request: { params: z.object({ id }), query: pageQuery },
      responses: answers(pageOf(productQuestion)),
    }),
    async (c) => {
      const { page } = c.req.valid("query");
      return c.json({ data: await productQuestionPage(c.var.services, c.req.valid("param").id, page) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/merchant/conversations/{id}/questions/{message}",
      operationId: "showQuestion",
      ...mayRefuse("unknown_conversation", "conversation_closed", "not_an_answer", "question_hidden"),
      tags,
      summary: "Show my answer and the question before it with the product, without the buyer's name",
      ...onlyFor("merchant"),
      request: { params: ofConversation },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      const { id: conversation, message } = c.req.valid("param");
      await showQuestion(c.var.services, _id, conversation, message);
      return c.json({ message: "Shown with the product, without the name." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/merchant/conversations/{id}/questions/{message}",
      operationId: "hideQuestion",
      ...mayRefuse("unknown_conversation", "unknown_question", "question_hidden"),
      tags,
      summary: "No longer show an answer of mine with the product",
      ...onlyFor("merchant"),
      request: { params: ofConversation },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      const { id: conversation, message } = c.req.valid("param");
      await hideQuestion(c.var.services, _id, conversation, message);
      return c.json({ message: "No longer shown with the product." }, 200);
    },
  );
