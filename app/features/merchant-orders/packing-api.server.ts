import { createRoute, z } from "@hono/zod-openapi";
import { single } from "~/features/fields";
import { spreadsheetFormat } from "~/features/spreadsheet-format";
import { answers, json, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { asFile, asSpreadsheet, spreadsheetAnswer } from "~/platform/spreadsheet.server";
import { ordersToShipExport } from "./export.server";
import { packingPdf } from "./packing-pdf.server";
import { MOST_TOGETHER, packing, packingQuery, shipments, shipped } from "./packing-schema";
import { packingOf } from "./packing.server";
import { shipMany } from "./ship-many.server";
import { weighed, weighing, weights } from "./weigh-schema";
import { weigh } from "./weigh.server";
import { weighingOf } from "./weighing.server";

const tags = ["Merchants' orders"];
const path = "/product/order/merchant/packing" as const;
const file = (type: string) => ({ 200: { description: "The file.", content: { [type]: { schema: z.string() } } } });

/** Many orders of a merchant at once. Registered before the calls for one, which would take `packing` for an id. */
export const packingApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path,
      operationId: "getPacking",
      tags,
      summary: "What is to be picked and packed, the oldest orders first",
      ...onlyFor("merchant"),
      request: { query: packingQuery },
      responses: answers(single(packing)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await packingOf(c.var.services, merchant._id, c.req.valid("query").orders) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/slips` as const,
      operationId: "downloadPackingSlips",
      tags,
      summary: "The pick list and a packing slip for each of the orders, as PDF",
      ...onlyFor("merchant"),
      request: { query: packingQuery },
      responses: file("application/pdf"),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const packingLists = await packingOf(c.var.services, merchant._id, c.req.valid("query").orders);
      return c.body(
        await packingPdf(packingLists, merchant.storeName ?? ""),
        200,
        asFile("packing-slips.pdf", "application/pdf"),
      );
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/export` as const,
      operationId: "exportOrdersToShip",
      tags,
      summary: "The orders as CSV or as a workbook, the oldest first",
      ...onlyFor("merchant"),
      request: { query: packingQuery.extend({ format: spreadsheetFormat }) },
      responses: spreadsheetAnswer,
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const { orders, format } = c.req.valid("query");
      const { docs } = await packingOf(c.var.services, merchant._id, orders);
      return c.body(ordersToShipExport(c.var.services, docs, format), 200, asSpreadsheet("orders-to-ship", format));
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/order/merchant/weights",
      operationId: "getWeighing",
      tags,
      summary: "What is to be weighed, over all orders that are to be sent, by size",
      ...onlyFor("merchant"),
      responses: answers(single(weighing)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await weighingOf(c.var.services, merchant._id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/order/merchant/weights",
      operationId: "weighSales",
      tags,
      summary: "Say what pieces weigh; what is paid for more than that goes back",
      description:
        "Lines that cannot be saved are answered with the reason: invalid_weight, far_from_usual, heavier_than_before, weigh_all, unknown_line, already_shipped, already_delivered, already_cancelled, disputed, unknown_order. The others are saved all the same. Sent again it changes nothing.",
      ...onlyFor("merchant"),
      request: json(weights),
      responses: answers(single(weighed)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await weigh(c.var.services, merchant._id, c.req.valid("json").weights) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/order/merchant/ship",
      operationId: "shipSales",
      tags,
      summary: "Say of several orders that the merchant's parts of them were sent",
      description: `At most ${MOST_TOGETHER}. Those that cannot be sent any more are answered with the reason; the others are marked all the same.`,
      ...onlyFor("merchant"),
      request: json(shipments),
      responses: answers(single(shipped)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await shipMany(c.var.services, merchant._id, c.req.valid("json").shipments) }, 200);
    },
  );
