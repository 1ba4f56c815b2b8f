import { createRoute, z } from "@hono/zod-openapi";
import { done, id, single } from "~/features/fields";
import { pageOf } from "~/features/pagination";
import { answers, created, invalid, json, newApi, onlyFor, type ApiContext } from "~/platform/http/api.server";
import {
  categoryList,
  categoryOf,
  changeCategory,
  createCategory,
  moveCategory,
  removeCategory,
} from "./categories.server";
import { pictureMissing } from "./errors.server";
import { operatorOf } from "./operator.server";
import { publish, reviewOf, reviewPage, sendBack } from "./review.server";
import {
  categoryFields,
  move,
  operatorCategory,
  pageQuery,
  publish as publishPayload,
  review,
  sendBack as sendBackPayload,
  waitingProduct,
} from "./schema";

const tags = ["Operators"];
const params = z.object({ id });
const multipart = { body: { required: true, content: { "multipart/form-data": { schema: z.object({}).loose() } } } };
const CATEGORY_SENT = "multipart/form-data with title, tint and, where there is a new picture, intendedFile.";

const reviewing = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/review",
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
      tags,
      summary: "Put it on sale",
      ...onlyFor("operator"),
      request: { params, ...json(publishPayload) },
      responses: answers(done),
    }),
    async (c) => {
      await publish(c.var.services, await operatorOf(c), c.req.valid("param").id, c.req.valid("json").version);
      return c.json({ message: "It is on sale." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/review/{id}/send-back",
      tags,
      summary: "Give it back to its merchant with a reason",
      ...onlyFor("operator"),
      request: { params, ...json(sendBackPayload) },
      responses: answers(done),
    }),
    async (c) => {
      await sendBack(c.var.services, await operatorOf(c), c.req.valid("param").id, c.req.valid("json"));
      return c.json({ message: "The merchant has it back." }, 200);
    },
  );

const categories = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/categories",
      tags,
      summary: "Every category in its order",
      ...onlyFor("operator"),
      responses: answers(pageOf(operatorCategory)),
    }),
    async (c) => {
      const docs = await categoryList(c.var.services.db);
      return c.json({ data: { docs, page: 1, hasNextPage: false, total: docs.length } }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/categories",
      tags,
      summary: "A new category",
      description: CATEGORY_SENT,
      ...onlyFor("operator"),
      request: multipart,
      responses: created(single(operatorCategory)),
    }),
    async (c) => {
      const { fields, picture } = await categorySent(c);
      return c.json({ data: await createCategory(c.var.services, await operatorOf(c), fields, picture) }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/categories/{id}",
      tags,
      summary: "One category",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(single(operatorCategory)),
    }),
    async (c) => c.json({ data: await categoryOf(c.var.services.db, c.req.valid("param").id) }, 200),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/operator/categories/{id}",
      tags,
      summary: "Another title, colour or picture",
      description: CATEGORY_SENT,
      ...onlyFor("operator"),
      request: { params, ...multipart },
      responses: answers(single(operatorCategory)),
    }),
    async (c) => {
      const { fields, picture } = await categorySent(c);
      return c.json(
        { data: await changeCategory(c.var.services, await operatorOf(c), c.req.valid("param").id, fields, picture) },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/categories/{id}/move",
      tags,
      summary: "One place up or down",
      ...onlyFor("operator"),
      request: { params, ...json(move) },
      responses: answers(done),
    }),
    async (c) => {
      await moveCategory(c.var.services, await operatorOf(c), c.req.valid("param").id, c.req.valid("json").direction);
      return c.json({ message: "Moved." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/operator/categories/{id}",
      tags,
      summary: "Remove a category that nothing is in",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(done),
    }),
    async (c) => {
      await removeCategory(c.var.services, await operatorOf(c), c.req.valid("param").id);
      return c.json({ message: "The category was removed." }, 200);
    },
  );

export const catalogueOperatorsApi = newApi().route("/", reviewing).route("/", categories);

/** The fields and the picture of a multipart category. */
async function categorySent(c: ApiContext) {
  const form = await c.req.formData();
  const parsed = categoryFields.safeParse({
    title: form.get("title") ?? undefined,
    tint: form.get("tint") ?? undefined,
  });
  if (!parsed.success) throw invalid(parsed.error);
  const file = form.get("intendedFile");
  if (typeof file === "string" && file !== "") throw pictureMissing();
  // A browser sends an unnamed empty file when none was chosen.
  const chosen = file instanceof File && (file.size > 0 || file.name !== "") ? file : null;
  return { fields: parsed.data, picture: chosen && new Uint8Array(await chosen.arrayBuffer()) };
}
