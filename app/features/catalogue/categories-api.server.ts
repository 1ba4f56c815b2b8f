import { createRoute, z } from "@hono/zod-openapi";
import { FILE_REFUSALS } from "~/features/media/errors.server";
import { operatorOf } from "~/features/audit/audit.server";
import { done, id, single } from "~/features/fields";
import { pageOf } from "~/features/pagination";
import {
  answers,
  created,
  invalid,
  json,
  mayRefuse,
  newApi,
  onlyFor,
  type ApiContext,
} from "~/platform/http/api.server";
import { pictureMissing } from "./errors.server";
import {
  categoryList,
  categoryOf,
  changeCategory,
  createCategory,
  moveCategory,
  removeCategory,
} from "./manage-categories.server";
import { categoryFields, move, operatorCategory } from "./operator-schema";

const tags = ["Operators"];
const params = z.object({ id });
const multipart = { body: { required: true, content: { "multipart/form-data": { schema: z.object({}).loose() } } } };
const CATEGORY_SENT = "multipart/form-data with title, tint and, where there is a new picture, intendedFile.";

export const categoriesApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/categories",
      operationId: "operatorListCategories",
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
      operationId: "operatorCreateCategory",
      ...mayRefuse("same_title", "not_an_image", ...FILE_REFUSALS),
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
      operationId: "operatorGetCategory",
      ...mayRefuse(["unknown_category", 404]),
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
      operationId: "operatorSaveCategory",
      ...mayRefuse(["unknown_category", 404], "same_title", "not_an_image", ...FILE_REFUSALS),
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
      operationId: "operatorMoveCategory",
      ...mayRefuse(["unknown_category", 404]),
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
      operationId: "operatorDeleteCategory",
      ...mayRefuse(["unknown_category", 404], "category_in_use"),
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
