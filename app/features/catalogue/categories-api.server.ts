import { createRoute, z } from "@hono/zod-openapi";
import { FILE_REFUSALS } from "~/features/media/errors.server";
import { operatorOf } from "~/features/audit/audit.server";
import { messageAnswer, id, single } from "~/features/fields";
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
import { multipartBody, multipartForm } from "~/platform/http/multipart-body.server";
import { expectedBy, ifMatch, versionHeader } from "~/platform/http/versions.server";
import { pictureMissing } from "./errors.server";
import {
  categoryList,
  categoryOf,
  categoryVersion,
  changeCategory,
  createCategory,
  moveCategory,
  removeCategory,
} from "./manage-categories.server";
import { mergeCategory } from "./merge-categories.server";
import { categoryFields, merge, move, operatorCategory } from "./operator-schema";

const tags = ["Operators"];
const params = z.object({ id });
const withVersion = { 200: { ...answers(single(operatorCategory))[200], headers: versionHeader } };
const CATEGORY_SENT =
  "multipart/form-data with title, tint, kind (the kind of food), demands (particulars with commas between them; empty is none) and, where there is a new picture, intendedFile. kind and demands that are left out stay.";
const CATEGORY_FIELDS = { texts: ["title", "tint", "kind", "demands"], files: ["intendedFile"] };

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
      request: multipartBody(CATEGORY_FIELDS),
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
      responses: withVersion,
    }),
    async (c) => {
      const data = await categoryOf(c.var.services.db, c.req.valid("param").id);
      return c.json({ data }, 200, { ETag: categoryVersion(data) });
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/operator/categories/{id}",
      operationId: "operatorSaveCategory",
      ...mayRefuse(["unknown_category", 404], "same_title", "not_an_image", "changed_meanwhile", ...FILE_REFUSALS),
      ...ifMatch,
      tags,
      summary: "Another title, colour, picture, or other demands on its products",
      description: CATEGORY_SENT,
      ...onlyFor("operator"),
      request: { params, ...multipartBody(CATEGORY_FIELDS) },
      responses: withVersion,
    }),
    async (c) => {
      const { fields, picture } = await categorySent(c);
      const [{ id: category }, expectedVersion] = [c.req.valid("param"), expectedBy(c, fields)];
      const operator = await operatorOf(c);
      const data = await changeCategory(c.var.services, operator, category, fields, picture, expectedVersion);
      return c.json({ data }, 200, { ETag: categoryVersion(data) });
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
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await moveCategory(c.var.services, await operatorOf(c), c.req.valid("param").id, c.req.valid("json").direction);
      return c.json({ message: "Moved." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/categories/{id}/merge",
      operationId: "operatorMergeCategory",
      ...mayRefuse(["unknown_category", 404], "merged_into_itself", "category_changed"),
      tags,
      summary: "Move all of its products and stalls into another category, and remove it",
      description: "Addresses of the category lead to the other one from then on.",
      ...onlyFor("operator"),
      request: { params, ...json(merge) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const operator = await operatorOf(c);
      const { title, into, products } = await mergeCategory(
        c.var.services,
        operator,
        c.req.valid("param").id,
        c.req.valid("json"),
      );
      const sentenceStart = products === 1 ? "1 product is" : `${products} products are`;
      return c.json({ message: `${title} is merged: ${sentenceStart} in ${into} now.` }, 200);
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
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await removeCategory(c.var.services, await operatorOf(c), c.req.valid("param").id);
      return c.json({ message: "The category was removed." }, 200);
    },
  );

/** The fields and the picture of a category in a multipart request. */
async function categorySent(c: ApiContext) {
  const form = await multipartForm(c, CATEGORY_FIELDS);
  const demands = form.get("demands");
  const parsed = categoryFields.safeParse({
    title: form.get("title") ?? undefined,
    tint: form.get("tint") ?? undefined,
    kind: form.get("kind") ?? undefined,
    demands:
      demands === null
        ? undefined
        : String(demands)
            .split(",")
            .flatMap((word) => word.trim() || []),
  });
  if (!parsed.success) throw invalid(parsed.error);
  const file = form.get("intendedFile");
  if (typeof file === "string" && file !== "") throw pictureMissing();
  // A browser sends an unnamed empty file when none was chosen.
  const imageFile = file instanceof File && (file.size > 0 || file.name !== "") ? file : null;
  return { fields: parsed.data, picture: imageFile && new Uint8Array(await imageFile.arrayBuffer()) };
}
