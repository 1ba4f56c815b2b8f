import { createRoute, z } from "@hono/zod-openapi";
import type { UserRecord } from "~/features/accounts/log-in.server";
import { single } from "~/features/fields";
import { answers, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { asFile, CSV } from "~/platform/spreadsheet.server";
import { statementAsCsv } from "./statement-export.server";
import { statementPdf } from "./statement-pdf.server";
import { month, statement, statementList, statementQuery } from "./statement-schema";
import { statementOf, statementsOf } from "./statements.server";

const tags = ["Payments"];
const params = z.object({ month });
const file = (type: string) => ({ 200: { description: "The file.", content: { [type]: { schema: z.string() } } } });

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
      const { month } = c.req.valid("param");
      const account = await statementOf(c.var.services, merchant._id, month);
      const csv = statementAsCsv(c.var.services, merchant._id, account.statement, account.openingCents);
      return c.body(csv, 200, asFile(`statement-${month}.csv`, CSV));
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
