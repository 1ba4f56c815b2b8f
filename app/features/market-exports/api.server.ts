import { createRoute } from "@hono/zod-openapi";
import { audit, operatorOf } from "~/features/audit/audit.server";
import { inTransaction } from "~/platform/database/database.server";
import { newApi, onlyFor, type ApiContext } from "~/platform/http/api.server";
import { asSpreadsheet, spreadsheetAnswer } from "~/platform/spreadsheet.server";
import { allFees } from "./fees.server";
import { allOrders } from "./orders.server";
import { allPayments } from "./payments.server";
import { EXPORTS, exportQuery, type ExportName, type ExportQuery } from "./schema";

const tags = ["Operators"];
const responses = spreadsheetAnswer;
const request = { query: exportQuery };
const description = "CSV, or a workbook. That it was exported is written down in the audit log.";

/** Exports of all stalls, for operators. Registered before the calls for one order, whose `{id}` matches `export`. */
export const marketExportsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/orders/export",
      operationId: "operatorExportOrders",
      tags,
      summary: "Every order that was paid on the days, a line for each stall's part of it",
      description,
      ...onlyFor("operator"),
      request,
      responses,
    }),
    async (c) => {
      const query = c.req.valid("query");
      await noteExport(c, "orders", query);
      return c.body(allOrders(c.var.services, query), 200, asSpreadsheet("orders", query.format));
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/payments/export",
      operationId: "operatorExportPayments",
      tags,
      summary: "Every payment that was begun on the days, as our books have it",
      description,
      ...onlyFor("operator"),
      request,
      responses,
    }),
    async (c) => {
      const query = c.req.valid("query");
      await noteExport(c, "payments", query);
      return c.body(allPayments(c.var.services, query), 200, asSpreadsheet("payments", query.format));
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/fees/export",
      operationId: "operatorExportFees",
      tags,
      summary: "Every fee that was taken from a payout that was made on the days",
      description,
      ...onlyFor("operator"),
      request,
      responses,
    }),
    async (c) => {
      const query = c.req.valid("query");
      await noteExport(c, "fees", query);
      return c.body(allFees(c.var.services, query), 200, asSpreadsheet("fees", query.format));
    },
  );

async function noteExport(c: ApiContext, name: ExportName, query: ExportQuery): Promise<void> {
  const operator = await operatorOf(c);
  const filters = Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ""));
  await inTransaction(c.var.services.db, (trx) =>
    audit(trx, c.var.services, operator, `${name}.exported`, EXPORTS[name], filters),
  );
}
