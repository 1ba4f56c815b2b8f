import { createRoute, z } from "@hono/zod-openapi";
import { id, single } from "~/features/fields";
import { page } from "~/features/pagination";
import { spreadsheetFormat } from "~/features/spreadsheet-format";
import { answers, created, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { multipartBody, multipartForm } from "~/platform/http/multipart-body.server";
import { asFile, asSpreadsheet, CSV, spreadsheetAnswer } from "~/platform/spreadsheet.server";
import { applyImport } from "./apply-import.server";
import { noCsv } from "./errors.server";
import { exportedProducts, templateCsv } from "./export.server";
import { answerImport, checkImport, firstCategoryOf, importOf, recentImports } from "./import.server";
import { importAnswers, importReport, importSummary } from "./schema";
import { takeBackImport } from "./take-back.server";

const tags = ["Merchant's products"];
const path = "/product/manage-product" as const;
const SHEET_FIELDS = { texts: ["category"], files: ["file"] };
const file = { 200: { description: "The file.", content: { "text/csv": { schema: z.string() } } } };
const params = z.object({ id: id.describe("The import's.") });
const version = z.string().max(40).optional().describe("The version of the report that was looked at.");

/** Products as spreadsheets. Registered before the products' own calls, whose `{id}` would match `export`. */
export const productSheetsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/export` as const,
      operationId: "exportMyProducts",
      tags,
      summary: "All my products as CSV or as a workbook, as the import takes them",
      description: "The last column says what was exported. An import goes by it, so it is to stay as it is.",
      ...onlyFor("merchant"),
      request: { query: z.object({ format: spreadsheetFormat }) },
      responses: spreadsheetAnswer,
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      const { format } = c.req.valid("query");
      return c.body(exportedProducts(c.var.services, _id, format), 200, asSpreadsheet("products", format));
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
        "unreadable_workbook",
        "no_sku_column",
        "missing_column",
        "not_your_category",
        "empty_csv",
        "unreadable_csv",
      ),
      tags,
      summary: "Check a spreadsheet of products; nothing is changed yet",
      ...onlyFor("merchant"),
      description:
        "multipart/form-data with file, and category where rows without one are to go to one of the store's categories (its id, such as 66f0a1b2c3d4e5f601234567). The file is an Excel workbook (.xlsx), of which the first sheet with a heading SKU is read, or CSV in UTF-8, UTF-16 or a code page, up to 5 MB and 10,000 rows, with commas, semicolons or tabs, decimals with a point or a comma. Products are found by their SKU; columns that are missing stay as they are. An export has a last column, As exported: of its rows the cells that the file did not change stay as they are now, a stock that it changed is a count, and a cell that was changed on both sides is a question. Where the letters of a code page read in several ways, the first row asks which they are. Answers every row's errors with their cells, questions and what would be created or changed, 100 rows a page. Kept for a day.",
      request: multipartBody(SHEET_FIELDS),
      responses: created(single(importReport), "Checked and kept."),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      const form = await multipartForm(c, SHEET_FIELDS);
      const [sheetFile, category] = [form.get("file"), form.get("category")];
      if (!(sheetFile instanceof File) || (sheetFile.size === 0 && sheetFile.name === "")) throw noCsv();
      const bytes = new Uint8Array(await sheetFile.arrayBuffer());
      const categoryId = typeof category === "string" ? category : "";
      const data = await checkImport(c.var.services, _id, { name: sheetFile.name, bytes }, categoryId);
      return c.json({ data }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/import` as const,
      operationId: "listProductImports",
      tags,
      summary: "My imports of the last day, newest first, at most five",
      ...onlyFor("merchant"),
      responses: answers(single(z.array(importSummary))),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json({ data: await recentImports(c.var.services, _id) }, 200);
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
      ...mayRefuse(
        "too_many_tries",
        "unknown_import",
        "import_not_valid",
        "import_has_questions",
        "import_outdated",
        "sku_taken",
      ),
      tags,
      summary: "Take a checked CSV over: all of it or nothing",
      ...onlyFor("merchant"),
      request: { params, query: z.object({ version }) },
      responses: answers(single(importReport)),
      description:
        "What has changed since the check is worked out anew: where a row then comes out otherwise than in the version that is named, or in that of the check, it is refused with import_outdated, and the report marks the rows. Orders are no such change: a count is moved by what they took. Of published products stock and price change at once, the rest waits for review. A file of more than 1,000 rows is taken over by a job: `startedAt` is set, and `appliedAt` once it is done. Called again it answers the same and does nothing.",
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json(
        { data: await applyImport(c.var.services, _id, c.req.valid("param").id, c.req.valid("query").version) },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: `${path}/import/{id}/answers` as const,
      operationId: "answerProductImport",
      ...mayRefuse("too_many_tries", "unknown_import"),
      tags,
      summary: "Answer the questions about a checked CSV, one by one or all of a kind",
      ...onlyFor("merchant"),
      request: { params, ...json(importAnswers) },
      responses: answers(single(importReport)),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      const choices = c.req.valid("json");
      return c.json({ data: await answerImport(c.var.services, _id, c.req.valid("param").id, choices) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: `${path}/import/{id}/take-back` as const,
      operationId: "takeBackProductImport",
      ...mayRefuse("too_many_tries", "unknown_import", "not_taken_back"),
      tags,
      summary: "Check what would take an import back; nothing is changed yet",
      ...onlyFor("merchant"),
      description:
        "Makes an import of its own from how the products were before, to be looked at and applied as any other. Stock keeps what was sold since; products that the import made are deleted.",
      request: { params },
      responses: created(single(importReport), "Checked and kept."),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json({ data: await takeBackImport(c.var.services, _id, c.req.valid("param").id) }, 201);
    },
  );
