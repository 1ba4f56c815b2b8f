import { createRoute, z } from "@hono/zod-openapi";
import { single } from "~/features/fields";
import { spreadsheetFormat } from "~/features/spreadsheet-format";
import { answers, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { asSpreadsheet, spreadsheetAnswer } from "~/platform/spreadsheet.server";
import { cards, report, reportExport, topCustomers, topSelling } from "./rules.server";
import { cardStats, period, salesReport, salesUser, statQuery, topSellingPage } from "./schema";

const tags = ["Sales"];

export const salesApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/product/manage-stat",
      operationId: "getSalesFigures",
      tags,
      summary: "Figures of the merchant's dashboard",
      ...onlyFor("merchant"),
      request: { query: statQuery },
      responses: answers(
        single(z.union([cardStats, topSellingPage, z.array(salesUser)])),
        "card: the four figures. top-selling: a page of products. sales-users: the best customers.",
      ),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const { type, page } = c.req.valid("query");
      if (type === "card") return c.json({ data: await cards(c.var.services, merchant._id) }, 200);
      if (type === "top-selling") return c.json({ data: await topSelling(c.var.services, merchant._id, page) }, 200);
      return c.json({ data: await topCustomers(c.var.services, merchant._id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/sales-report",
      operationId: "getSalesReport",
      ...mayRefuse("period_reversed", "period_too_long"),
      tags,
      summary: "Revenue, orders and pieces of a period, by day and by product",
      ...onlyFor("merchant"),
      request: { query: period },
      responses: answers(single(salesReport)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await report(c.var.services, merchant._id, c.req.valid("query")) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/sales-report/export",
      operationId: "exportSalesReport",
      ...mayRefuse("period_reversed", "period_too_long"),
      tags,
      summary: "The report as CSV or as a workbook, a line a day or a size of a product",
      ...onlyFor("merchant"),
      request: {
        query: period.extend({
          by: z.enum(["day", "product"], { error: "by must be day or product." }).default("day"),
          format: spreadsheetFormat,
        }),
      },
      responses: spreadsheetAnswer,
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const query = c.req.valid("query");
      const { name, stream } = await reportExport(c.var.services, merchant._id, query);
      return c.body(stream, 200, asSpreadsheet(name, query.format));
    },
  );
