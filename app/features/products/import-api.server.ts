import { createRoute, z } from "@hono/zod-openapi";
import { id, single } from "~/features/fields";
import { page } from "~/features/pagination";
import { answers, created, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { asFile, CSV } from "~/platform/spreadsheet.server";
import { noCsv } from "./errors.server";
import { productsAsCsv, templateCsv } from "./export.server";
import { applyImport, checkImport, firstCategoryOf, importOf } from "./import.server";
import { importReport } from "./schema";

const tags = ["Merchant's products"];
const path = "/product/manage-product" as const;
const file = { 200: { description: "The file.", content: { "text/csv": { schema: z.string() } } } };
const params = z.object({ id: id.describe("The import's.") });
const sent = { body: { required: true, content: { "multipart/form-data": { schema: z.object({}).loose() } } } };

/** Products as spreadsheets. Registered before the products' own calls: `{id}` would take `export` for one. */
export const productSheetsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/export` as const,
      operationId: "exportMyProducts",
      tags,
      summary: "All my products as CSV, as the import takes them",
      ...onlyFor("merchant"),
      responses: file,
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.body(productsAsCsv(c.var.services, _id), 200, asFile("products.csv", CSV));
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/template` as const,
      operationId: "getProductSheetTemplate",
      tags,
      summary: "A CSV with the headings and one made-up product",
      ...onlyFor("merchant"),
      responses: file,
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.body(templateCsv(await firstCategoryOf(c.var.services, _id)), 200, asFile("products-template.csv", CSV));
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${path}/import` as const,
      operationId: "checkProductImport",
      ...mayRefuse(
        "too_many_tries",
        "no_file",
        "file_too_large",
        "not_utf8",
        "no_sku_column",
        "empty_csv",
        "unreadable_csv",
      ),
      tags,
      summary: "Check a CSV of products; nothing is changed yet",
      ...onlyFor("merchant"),
      description:
        "multipart/form-data with file: UTF-8, up to 5 MB and 5,000 rows, with commas, semicolons or tabs. Products are found by their SKU; columns that are missing stay as they are. Answers every row's errors and what would be created or changed, 100 rows a page. Kept for a day.",
      request: sent,
      responses: created(single(importReport), "Checked and kept."),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      const given = (await c.req.formData()).get("file");
      if (!(given instanceof File) || (given.size === 0 && given.name === "")) throw noCsv();
      return c.json(
        {
          data: await checkImport(c.var.services, _id, {
            name: given.name,
            bytes: new Uint8Array(await given.arrayBuffer()),
          }),
        },
        201,
      );
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/import/{id}` as const,
      operationId: "getProductImport",
      ...mayRefuse("too_many_tries", "unknown_import"),
      tags,
      summary: "What a checked CSV would do now, or has done",
      ...onlyFor("merchant"),
      request: { params, query: z.object({ page }) },
      responses: answers(single(importReport)),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json(
        { data: await importOf(c.var.services, _id, c.req.valid("param").id, c.req.valid("query").page) },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${path}/import/{id}/apply` as const,
      operationId: "applyProductImport",
      ...mayRefuse("too_many_tries", "unknown_import", "import_not_valid", "sku_taken"),
      tags,
      summary: "Take a checked CSV over: all of it or nothing",
      ...onlyFor("merchant"),
      request: { params },
      responses: answers(single(importReport)),
      description:
        "Of published products stock and price change at once, the rest waits for review. Called again it answers the same and does nothing.",
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json({ data: await applyImport(c.var.services, _id, c.req.valid("param").id) }, 200);
    },
  );
