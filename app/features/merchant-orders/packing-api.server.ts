import { createRoute, z } from "@hono/zod-openapi";
import { single } from "~/features/fields";
import { answers, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { asFile, CSV } from "~/platform/spreadsheet.server";
import { busyDays, stallDay } from "./day.server";
import { busyDay, dayParam, handOver as handOverSchema, stallDay as stallDaySchema } from "./day-schema";
import { theseAsCsv } from "./export.server";
import { handOver } from "./hand-over.server";
import { packingPdf } from "./packing-pdf.server";
import { MOST_TOGETHER, packing, packingQuery, shipments, shipped } from "./packing-schema";
import { merchantOrderDetails } from "./schema";
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
      const found = await packingOf(c.var.services, merchant._id, c.req.valid("query").orders);
      return c.body(
        await packingPdf(found, merchant.storeName ?? ""),
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
      summary: "The orders as CSV, the oldest first",
      ...onlyFor("merchant"),
      request: { query: packingQuery },
      responses: file("text/csv"),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const { docs } = await packingOf(c.var.services, merchant._id, c.req.valid("query").orders);
      return c.body(theseAsCsv(c.var.services, docs), 200, asFile("orders-to-ship.csv", CSV));
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
      method: "get",
      path: "/product/order/merchant/days",
      operationId: "listBusyDays",
      tags,
      summary: "The next seven days that have orders with a time, and how many",
      ...onlyFor("merchant"),
      responses: answers(single(z.array(busyDay))),
    }),
    async (c) => c.json({ data: await busyDays(c.var.services, (await signedIn(c, "merchant"))._id) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/order/merchant/days/{day}",
      operationId: "getStallDay",
      ...mayRefuse("unknown_day"),
      tags,
      summary: "A day: its times with their orders, and what is to be picked",
      ...onlyFor("merchant"),
      request: { params: dayParam },
      responses: answers(single(stallDaySchema)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await stallDay(c.var.services, merchant._id, c.req.valid("param").day) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/order/merchant/days/{day}/hand-over",
      operationId: "handOverSale",
      ...mayRefuse(
        "unknown_day",
        "unknown_code",
        "other_day",
        "handed_over_already",
        "already_cancelled",
        "not_weighed",
        "too_many_tries",
        "to_be_paid",
        "given_too_little",
      ),
      tags,
      summary: "Hand over the order whose code the buyer says",
      description:
        "An order that is to be paid at collection takes the sum that the buyer gives; without it the answer says how much is due.",
      ...onlyFor("merchant"),
      request: { params: dayParam, ...json(handOverSchema) },
      responses: answers(single(merchantOrderDetails)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      await c.var.services.rateLimiter.consume({ name: "hand-over", points: 300, seconds: 600 }, merchant._id);
      const { day } = c.req.valid("param");
      return c.json({ data: await handOver(c.var.services, merchant._id, day, c.req.valid("json")) }, 200);
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
