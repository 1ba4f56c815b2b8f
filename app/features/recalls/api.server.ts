import { createRoute, z } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { messageAnswer, id, single } from "~/features/fields";
import { answers, created, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { beginRecall, retryRecall } from "./refund-orders.server";
import { letterOf, sendLetter, writeLetter } from "./letters.server";
import { buyersOf, recallHistoryOf, recallOf } from "./recalls.server";
import {
  beginRecall as beginPayload,
  buyersQuery,
  letter,
  purchases,
  recall,
  recallHistory,
  writeLetter as letterPayload,
} from "./schema";

const tags = ["Operators"];
const params = z.object({ id });
const NOT_OFF = "Refused with not_taken_off (409) while the product is not taken off sale.";

export const recallsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/products/{id}/buyers",
      operationId: "operatorListBuyers",
      ...mayRefuse("unknown_product", "not_taken_off"),
      tags,
      summary: "Who bought a product that was taken off sale, newest first, 20 a page",
      description: `Sums are of the newest 10,000 orders. ${NOT_OFF}`,
      ...onlyFor("operator"),
      request: { params, query: buyersQuery },
      responses: answers(purchases),
    }),
    async (c) => {
      const { page, ...days } = c.req.valid("query");
      return c.json({ data: await buyersOf(c.var.services, c.req.valid("param").id, days, page) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/products/{id}/recalls",
      operationId: "operatorListRecalls",
      ...mayRefuse("unknown_product"),
      tags,
      summary: "The letters and recalls of a product, newest first, 20 of each",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(single(recallHistory)),
    }),
    async (c) => c.json({ data: await recallHistoryOf(c.var.services, c.req.valid("param").id) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/products/{id}/letters",
      operationId: "operatorWriteLetter",
      ...mayRefuse("unknown_product", "not_taken_off", "nobody_bought"),
      tags,
      summary: "Write a letter to all who bought a product; nothing is sent yet",
      description: `${NOT_OFF} nobody_bought (409) where there is nobody to write to.`,
      ...onlyFor("operator"),
      request: { params, ...json(letterPayload) },
      responses: created(single(z.object({ _id: z.string() }))),
    }),
    async (c) => {
      const _id = await writeLetter(c.var.services, await operatorOf(c), c.req.valid("param").id, c.req.valid("json"));
      return c.json({ data: { _id } }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/letters/{id}",
      operationId: "operatorGetLetter",
      ...mayRefuse("unknown_letter"),
      tags,
      summary: "A letter as its first reader gets it, and how far it has come",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(single(letter)),
    }),
    async (c) => c.json({ data: await letterOf(c.var.services, c.req.valid("param").id) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/letters/{id}/send",
      operationId: "operatorSendLetter",
      ...mayRefuse("unknown_letter", "sent_already"),
      tags,
      summary: "Send a letter to each buyer once",
      description: "Refused with sent_already (409) the second time.",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await sendLetter(c.var.services, await operatorOf(c), c.req.valid("param").id);
      return c.json({ message: "The letter is on its way." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/products/{id}/recalls",
      operationId: "operatorStartRecall",
      ...mayRefuse("unknown_product", "not_taken_off", "nobody_bought", "recall_under_way"),
      tags,
      summary: "Give the price of a product back to all who bought it",
      description:
        "Jobs refund what is left of it in each order, by the rule of every refund. " +
        `${NOT_OFF} nobody_bought (409) where there is nothing to give back, recall_under_way (409) while another is.`,
      ...onlyFor("operator"),
      request: { params, ...json(beginPayload) },
      responses: created(single(z.object({ _id: z.string() }))),
    }),
    async (c) => {
      const _id = await beginRecall(c.var.services, await operatorOf(c), c.req.valid("param").id, c.req.valid("json"));
      return c.json({ data: { _id } }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/recalls/{id}",
      operationId: "operatorGetRecall",
      ...mayRefuse("unknown_recall"),
      tags,
      summary: "How far a recall has come, and what of it failed",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(single(recall)),
    }),
    async (c) => c.json({ data: await recallOf(c.var.services, c.req.valid("param").id) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/recalls/{id}/retry",
      operationId: "operatorRetryRecall",
      ...mayRefuse("unknown_recall", "nothing_failed"),
      tags,
      summary: "Try what failed of a recall again",
      description: "Refused with nothing_failed (409) where nothing has.",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await retryRecall(c.var.services, await operatorOf(c), c.req.valid("param").id);
      return c.json({ message: "What failed is tried again." }, 200);
    },
  );
