import { createRoute, z } from "@hono/zod-openapi";
import { deviceOfSession } from "~/features/accounts/sessions.server";
import { single } from "~/features/fields";
import { spreadsheetFormat } from "~/features/spreadsheet-format";
import { answers, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { asFile, asSpreadsheet, spreadsheetAnswer } from "~/platform/spreadsheet.server";
import { busyDays, stallDay } from "./day.server";
import {
  busyDay,
  dayParam,
  deliveryList as deliveryListSchema,
  deliveryListOrder,
  handOver as handOverSchema,
  labelQuery,
  stallDay as stallDaySchema,
} from "./day-schema";
import { deliveryListPdf } from "./delivery-list-pdf.server";
import { deliveryList, deliveryListExport, sortDeliveryList } from "./delivery-list.server";
import { handOver } from "./hand-over.server";
import { labelsPdf } from "./labels-pdf.server";
import { merchantOrderDetails } from "./schema";
import { countingWrongCodes } from "./wrong-codes.server";

const tags = ["Merchants' orders"];
const path = "/product/order/merchant/days/{day}" as const;
const file = (type: string) => ({ 200: { description: "The file.", content: { [type]: { schema: z.string() } } } });

/** A merchant's days. Registered before the calls for one order, which would take `days` for an id. */
export const dayApi = newApi()
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
      path,
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
      path: `${path}/hand-over` as const,
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
        "unknown_line",
        "more_than_is_left",
        "refunded_meanwhile",
        "disputed",
        "all_missing",
      ),
      tags,
      summary: "Hand over the order whose code the buyer says",
      description:
        "An order that is to be paid at collection takes the sum that the buyer gives; without it the answer says how much is due.",
      ...onlyFor("merchant"),
      request: { params: dayParam, ...json(handOverSchema) },
      responses: answers(
        single(merchantOrderDetails).extend({
          added: z.array(merchantOrderDetails).describe("Orders that were added to it, handed over with it."),
        }),
      ),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const { services, tokenHash } = c.var;
      const { day } = c.req.valid("param");
      const { first, added } = await countingWrongCodes(services, merchant._id, async () =>
        handOver(services, merchant._id, day, c.req.valid("json"), await deviceOfSession(services.db, tokenHash)),
      );
      return c.json({ data: first, added }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/labels` as const,
      operationId: "downloadDayLabels",
      ...mayRefuse("unknown_day"),
      tags,
      summary: "A label for each order of a day that is not handed over, as PDF",
      ...onlyFor("merchant"),
      request: { params: dayParam, query: labelQuery },
      responses: file("application/pdf"),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const { paper, first } = c.req.valid("query");
      const { times } = await stallDay(c.var.services, merchant._id, c.req.valid("param").day);
      const orders = times
        .flatMap((time) => time.orders)
        .filter(({ statusText }) => statusText === "Processing" || statusText === "Shipped");
      const pdf = await labelsPdf(orders, paper, first, merchant.storeName ?? "");
      return c.body(pdf, 200, asFile("labels.pdf", "application/pdf"));
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/deliveries` as const,
      operationId: "getDeliveryList",
      ...mayRefuse("unknown_day"),
      tags,
      summary: "The orders that are brought on a day, in the merchant's order",
      ...onlyFor("merchant"),
      request: { params: dayParam },
      responses: answers(single(deliveryListSchema)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await deliveryList(c.var.services, merchant._id, c.req.valid("param").day) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: `${path}/deliveries` as const,
      operationId: "sortDeliveryList",
      ...mayRefuse("unknown_day", "unknown_order"),
      tags,
      summary: "Say in which order the orders of a day are brought",
      ...onlyFor("merchant"),
      request: { params: dayParam, ...json(deliveryListOrder) },
      responses: answers(single(deliveryListSchema)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const [{ day }, { orders }] = [c.req.valid("param"), c.req.valid("json")];
      return c.json({ data: await sortDeliveryList(c.var.services, merchant._id, day, orders) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/deliveries/pdf` as const,
      operationId: "downloadDeliveryList",
      ...mayRefuse("unknown_day"),
      tags,
      summary: "The delivery list of a day as PDF",
      ...onlyFor("merchant"),
      request: { params: dayParam },
      responses: file("application/pdf"),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const list = await deliveryList(c.var.services, merchant._id, c.req.valid("param").day);
      const pdf = await deliveryListPdf(list, merchant.storeName ?? "");
      return c.body(pdf, 200, asFile(`deliveries-${list.day}.pdf`, "application/pdf"));
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/deliveries/export` as const,
      operationId: "exportDeliveryList",
      ...mayRefuse("unknown_day"),
      tags,
      summary: "The delivery list of a day as CSV or as a workbook",
      ...onlyFor("merchant"),
      request: { params: dayParam, query: z.object({ format: spreadsheetFormat }) },
      responses: spreadsheetAnswer,
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const list = await deliveryList(c.var.services, merchant._id, c.req.valid("param").day);
      const { format } = c.req.valid("query");
      return c.body(deliveryListExport(list, format), 200, asSpreadsheet(`deliveries-${list.day}`, format));
    },
  );
