import { createRoute, z } from "@hono/zod-openapi";
import { cursorPageOf } from "~/features/pagination";
import { answers, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { asSpreadsheet, spreadsheetAnswer } from "~/platform/spreadsheet.server";
import { paymentsExport } from "./merchant-payments-export.server";
import { paymentPage } from "./merchant-payments.server";
import { merchantPayment, paymentExport, paymentQuery } from "./merchant-schema";

const tags = ["Payments"];

/** The payments of customers, for the merchants to whom they are owed. */
export const merchantPaymentsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/product/payment/merchant/export",
      operationId: "exportMerchantPayments",
      tags,
      summary: "Every payment that the filters show, as CSV or as a workbook",
      description:
        "With VAT, fee, net (the amount less refunds and fee), what was paid out and under which id, and the delivery address.",
      ...onlyFor("merchant"),
      request: { query: paymentExport },
      responses: spreadsheetAnswer,
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const query = c.req.valid("query");
      return c.body(paymentsExport(c.var.services, merchant._id, query), 200, asSpreadsheet("payments", query.format));
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/payment/merchant",
      operationId: "listMerchantPayments",
      tags,
      summary: "What customers paid to the merchant, newest first, 5 a page",
      ...onlyFor("merchant"),
      request: { query: paymentQuery },
      responses: answers(
        z.object({
          data: cursorPageOf(merchantPayment).shape.data.extend({
            years: z.array(z.string()).describe("Years to choose from, newest first: all since the marketplace began."),
          }),
        }),
      ),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await paymentPage(c.var.services, merchant._id, c.req.valid("query")) }, 200);
    },
  );
