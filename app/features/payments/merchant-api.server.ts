import { createRoute, z } from "@hono/zod-openapi";
import { cursorPageOf } from "~/features/pagination";
import { answers, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { asFile, CSV } from "~/platform/spreadsheet.server";
import { paymentsAsCsv } from "./merchant-payments-export.server";
import { paymentPage } from "./merchant-payments.server";
import { merchantPayment, paymentFilters, paymentQuery } from "./merchant-schema";

const tags = ["Payments"];

/** The payments of customers, for the merchants whom they are owed to. */
export const merchantPaymentsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/product/payment/merchant/export",
      operationId: "exportMerchantPayments",
      tags,
      summary: "Every payment that the filters show, as CSV",
      description:
        "With VAT, fee, net (the amount less refunds and fee), what was paid out and under which id, and the delivery address.",
      ...onlyFor("merchant"),
      request: { query: paymentFilters },
      responses: { 200: { description: "The file.", content: { "text/csv": { schema: z.string() } } } },
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const csv = paymentsAsCsv(c.var.services, merchant._id, c.req.valid("query"));
      return c.body(csv, 200, asFile("payments.csv", CSV));
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
