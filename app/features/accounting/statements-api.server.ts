import { createRoute, z } from "@hono/zod-openapi";
import type { UserRecord } from "~/features/accounts/log-in.server";
import { single } from "~/features/fields";
import type { SpreadsheetFormat } from "~/features/spreadsheet-format";
import { answers, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import type { Services } from "~/platform/services.server";
import { asFile, asSpreadsheet, XLSX } from "~/platform/spreadsheet.server";
import { statementExport } from "./statement-export.server";
import { statementPdf } from "./statement-pdf.server";
import { month, statement, statementList, statementQuery } from "./statement-schema";
import { statementOf, statementsOf } from "./statements.server";

const tags = ["Payments"];
const params = z.object({ month });
const file = (type: string) => ({ 200: { description: "The file.", content: { [type]: { schema: z.string() } } } });
const workbook = {
  200: { description: "The file.", content: { [XLSX]: { schema: z.string().meta({ format: "binary" }) } } },
};

async function statementFile(services: Services, merchantId: string, month: string, format: SpreadsheetFormat) {
  const { statement, openingCents } = await statementOf(services, merchantId, month);
  const stream = statementExport(services, merchantId, statement, openingCents, format);
  return new Response(stream, { headers: asSpreadsheet(`statement-${month}`, format) });
}

export const statementsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/product/payment/merchant/statements",
      operationId: "listStatements",
      tags,
      summary: "The merchant's account by month, of one year",
      ...onlyFor("merchant"),
      request: { query: statementQuery },
      responses: answers(single(statementList)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await statementsOf(c.var.services, merchant._id, c.req.valid("query").year) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/payment/merchant/statements/{month}",
      operationId: "getStatement",
      ...mayRefuse("unknown_statement"),
      tags,
      summary: "The merchant's account in one month",
      ...onlyFor("merchant"),
      request: { params },
      responses: answers(single(statement)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const { statement: data } = await statementOf(c.var.services, merchant._id, c.req.valid("param").month);
      return c.json({ data }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/payment/merchant/statements/{month}/csv",
      operationId: "exportStatement",
      ...mayRefuse("unknown_statement"),
      tags,
      summary: "Every entry of the merchant's account in one month, as CSV",
      ...onlyFor("merchant"),
      request: { params },
      responses: file("text/csv"),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return statementFile(c.var.services, merchant._id, c.req.valid("param").month, "csv");
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/payment/merchant/statements/{month}/xlsx",
      operationId: "exportStatementWorkbook",
      ...mayRefuse("unknown_statement"),
      tags,
      summary: "Every entry of the merchant's account in one month, as a workbook whose cells are all texts",
      ...onlyFor("merchant"),
      request: { params },
      responses: workbook,
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return statementFile(c.var.services, merchant._id, c.req.valid("param").month, "xlsx");
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/payment/merchant/statements/{month}/pdf",
      operationId: "printStatement",
      ...mayRefuse("unknown_statement"),
      tags,
      summary: "The statement of one month as PDF",
      ...onlyFor("merchant"),
      request: { params },
      responses: file("application/pdf"),
    }),
    async (c) => {
      const { _id, storeName, businessAddress } = (await signedIn(c, "merchant")) as UserRecord;
      const { month } = c.req.valid("param");
      const account = await statementOf(c.var.services, _id, month);
      const seller = { _id, storeName: storeName ?? "", businessAddress: businessAddress ?? "" };
      const pdf = await statementPdf(c.var.services, seller, account.statement, account.openingCents);
      return c.body(pdf, 200, asFile(`statement-${month}.pdf`, "application/pdf"));
    },
  );
