import { createRoute, z } from "@hono/zod-openapi";
import { demandProofOfRefund } from "~/features/accounts/proof.server";
import { deviceOfSession } from "~/features/accounts/sessions.server";
import type { UserRecord } from "~/features/accounts/log-in.server";
import { id, single, toCents } from "~/features/fields";
import { orderFor } from "~/features/orders/buyer-orders.server";
import { orderDetails } from "~/features/orders/schema";
import { spreadsheetFormat } from "~/features/spreadsheet-format";
import { answers, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { asFile, asSpreadsheet, spreadsheetAnswer } from "~/platform/spreadsheet.server";
import { excuseMissed } from "~/features/unpaid-orders/excuse.server";
import { tender } from "~/features/collection-payments/schema";
import { handOverPaid } from "./hand-over.server";
import { cancel, leftOfPart } from "./cancel.server";
import { deliver } from "./deliver.server";
import { orderLinesExport, ordersExport } from "./export.server";
import { setExternalId } from "./external-id.server";
import { invoicePdf } from "./invoice.server";
import { merchantOrder as orderOf, merchantOrderPage } from "./orders.server";
import {
  cancellation,
  merchantOrderDetails,
  merchantOrders,
  MOST_FOUND,
  orderExport,
  orderQuery,
  saleExternalId,
  shipment,
  stepBack,
} from "./schema";
import { askedPartSums, partRefund, refundSums } from "~/features/refunds/schema";
import { choicesForMissed, notCollected } from "./not-collected.server";
import { missed, missedChoices } from "./not-collected-schema";
import { refundPart, refundSumsOf } from "./refund-part.server";
import { ship } from "./ship.server";
import { takeBack } from "./take-back.server";

const tags = ["Merchants' orders"];
const params = z.object({ id: id.describe("The order's.") });
const REFUND_REFUSALS = [
  "unknown_order",
  "unknown_line",
  "already_cancelled",
  "nothing_to_refund",
  "more_than_is_left",
  "disputed",
] as const;
const file = (type: string) => ({ 200: { description: "The file.", content: { [type]: { schema: z.string() } } } });

/**
 * Merchants' calls for their orders. Registered before the buyers' calls: `/product/order/{id}` would take `merchant`
 * for an id.
 */
export const merchantOrdersApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/product/order/merchant",
      operationId: "listSales",
      tags,
      summary: "The merchant's orders, newest first, 10 a page",
      description: `Of a search that finds very many orders the newest ${MOST_FOUND} are shown and counted.`,
      ...onlyFor("merchant"),
      request: { query: orderQuery },
      responses: answers(merchantOrders),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await merchantOrderPage(c.var.services, merchant._id, c.req.valid("query")) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/order/merchant/export",
      operationId: "exportSales",
      tags,
      summary: "Every order that the filters show, as CSV or as a workbook",
      ...onlyFor("merchant"),
      request: { query: orderExport },
      responses: spreadsheetAnswer,
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const query = c.req.valid("query");
      return c.body(ordersExport(c.var.services, merchant._id, query), 200, asSpreadsheet("orders", query.format));
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/order/merchant/{id}",
      operationId: "getSale",
      ...mayRefuse("unknown_order"),
      tags,
      summary: "The merchant's part of one order",
      ...onlyFor("merchant"),
      request: { params },
      responses: answers(single(merchantOrderDetails)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await orderOf(c.var.services, merchant._id, c.req.valid("param").id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/order/merchant/{id}/export",
      operationId: "exportSaleLines",
      ...mayRefuse("unknown_order"),
      tags,
      summary: "The lines of one order as CSV or as a workbook",
      ...onlyFor("merchant"),
      request: { params, query: z.object({ format: spreadsheetFormat }) },
      responses: spreadsheetAnswer,
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const order = await orderOf(c.var.services, merchant._id, c.req.valid("param").id);
      const { format } = c.req.valid("query");
      const lines = orderLinesExport(order, c.var.services.config.timeZone, format);
      return c.body(lines, 200, asSpreadsheet(`order-${order.itemId}`, format));
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/order/merchant/{id}/invoice",
      operationId: "getInvoice",
      ...mayRefuse("unknown_order"),
      tags,
      summary: "The invoice of one order as PDF",
      ...onlyFor("merchant"),
      request: { params },
      responses: file("application/pdf"),
    }),
    async (c) => {
      const merchant = (await signedIn(c, "merchant")) as UserRecord;
      const order = await orderOf(c.var.services, merchant._id, c.req.valid("param").id);
      const { storeName, businessAddress } = merchant;
      const seller = { storeName: storeName ?? "", businessAddress: businessAddress ?? "", trader: order.trader };
      const pdf = await invoicePdf(order, seller, c.var.services.config);
      return c.body(pdf, 200, asFile(`invoice-${order.itemId}.pdf`, "application/pdf"));
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/product/order/merchant/{id}/external-id",
      operationId: "setSaleExternalId",
      ...mayRefuse("unknown_order", "external_id_taken"),
      tags,
      summary: "The id that the order has in my own system",
      ...onlyFor("merchant"),
      request: { params, ...json(saleExternalId) },
      responses: answers(single(merchantOrderDetails)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const [{ id: orderId }, { externalId }] = [c.req.valid("param"), c.req.valid("json")];
      return c.json({ data: await setExternalId(c.var.services, merchant._id, orderId, externalId) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/order/merchant/{id}/ship",
      operationId: "shipSale",
      ...mayRefuse("unknown_order", "already_delivered", "already_cancelled", "not_weighed"),
      tags,
      summary: "Say that the part was sent, or correct how",
      description: "Said again without carrier and tracking number, both stay as they are.",
      ...onlyFor("merchant"),
      request: { params, ...json(shipment) },
      responses: answers(single(merchantOrderDetails)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json(
        { data: await ship(c.var.services, merchant._id, c.req.valid("param").id, c.req.valid("json")) },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/order/merchant/{id}/deliver",
      operationId: "deliverSale",
      ...mayRefuse("unknown_order", "not_shipped", "already_cancelled", "to_be_paid"),
      tags,
      summary: "Say that the part has arrived",
      ...onlyFor("merchant"),
      request: { params },
      responses: answers(single(merchantOrderDetails)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const orderId = c.req.valid("param").id;
      await deliver(c.var.services, orderId, { merchantId: merchant._id });
      return c.json({ data: await orderOf(c.var.services, merchant._id, orderId) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/order/merchant/{id}/hand-over",
      operationId: "handOverPaidSale",
      ...mayRefuse(
        "unknown_order",
        "handed_over_already",
        "already_cancelled",
        "not_weighed",
        "given_too_little",
        "paid_by_card",
      ),
      tags,
      summary: "Hand over a part that is paid at collection, with the sum that the buyer gives",
      ...onlyFor("merchant"),
      request: { params, ...json(tender) },
      responses: answers(single(merchantOrderDetails)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const { given } = c.req.valid("json");
      const { services, tokenHash } = c.var;
      const device = await deviceOfSession(services.db, tokenHash);
      return c.json({ data: await handOverPaid(services, merchant._id, c.req.valid("param").id, given, device) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/order/merchant/{id}/excuse",
      operationId: "excuseMissedSale",
      ...mayRefuse("unknown_order", "not_missed"),
      tags,
      summary: "Say that not having collected a part does not count against its buyer",
      ...onlyFor("merchant"),
      request: { params },
      responses: answers(single(merchantOrderDetails)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const orderId = c.req.valid("param").id;
      await excuseMissed(c.var.services, merchant._id, orderId);
      return c.json({ data: await orderOf(c.var.services, merchant._id, orderId) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/order/merchant/{id}/take-back",
      operationId: "takeBackStep",
      ...mayRefuse("unknown_order", "already_cancelled", "already_delivered", "too_late", "confirmed", "paid_out"),
      tags,
      summary: "Take back a step that was a mistake, within the hour",
      description:
        "The buyer is told that it is not on its way, or not ready, yet. What the buyer has confirmed stays.",
      ...onlyFor("merchant"),
      request: { params, ...json(stepBack) },
      responses: answers(single(merchantOrderDetails)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json(
        { data: await takeBack(c.var.services, merchant._id, c.req.valid("param").id, c.req.valid("json")) },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/order/merchant/{id}/cancel",
      operationId: "cancelSale",
      ...mayRefuse("unknown_order", "already_delivered", "already_cancelled"),
      tags,
      summary: "Call the part off: the buyer gets its price back",
      ...onlyFor("merchant"),
      request: { params, ...json(cancellation) },
      responses: answers(single(merchantOrderDetails)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const [{ id: orderId }, { reason }] = [c.req.valid("param"), c.req.valid("json")];
      await demandProofOfRefund(c, await leftOfPart(c.var.services, merchant._id, orderId));
      return c.json({ data: await cancel(c.var.services, merchant._id, orderId, reason) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/order/merchant/{id}/not-collected",
      operationId: "getMissedChoices",
      ...mayRefuse("unknown_order", "no_time"),
      tags,
      summary: "The choices for a part that was not collected: its way's times, and what would go back",
      ...onlyFor("merchant"),
      request: { params },
      responses: answers(single(missedChoices)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await choicesForMissed(c.var.services, merchant._id, c.req.valid("param").id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/order/merchant/{id}/not-collected",
      operationId: "sayNotCollected",
      ...mayRefuse(
        "unknown_order",
        "no_time",
        "time_not_over",
        "already_delivered",
        "already_cancelled",
        "disputed",
        "unknown_way",
        "way_closed",
      ),
      tags,
      summary: "Say that the part was not collected at its time, and what becomes of it",
      description: "Its buyer is told. It can still be handed over late, as long as its money has not gone back.",
      ...onlyFor("merchant"),
      request: { params, ...json(missed) },
      responses: answers(single(merchantOrderDetails)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const [{ id: orderId }, choice] = [c.req.valid("param"), c.req.valid("json")];
      if (choice.next === "money_back")
        await demandProofOfRefund(c, await leftOfPart(c.var.services, merchant._id, orderId));
      return c.json({ data: await notCollected(c.var.services, merchant._id, orderId, choice) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/order/merchant/{id}/refund/sums",
      operationId: "sumsOfSaleRefund",
      ...mayRefuse(...REFUND_REFUSALS),
      tags,
      summary: "What giving back pieces or amounts would come to, and who would bear it; nothing is done",
      ...onlyFor("merchant"),
      request: { params, ...json(askedPartSums) },
      responses: answers(single(refundSums)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const [{ id: orderId }, payload] = [c.req.valid("param"), c.req.valid("json")];
      return c.json({ data: await refundSumsOf(c.var.services, merchant._id, orderId, payload) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/order/merchant/{id}/refund",
      operationId: "refundSale",
      ...mayRefuse(...REFUND_REFUSALS, "refunded_meanwhile"),
      tags,
      summary: "Give the price of single pieces, or an amount of a line, back to the buyer",
      description: "Ask for the sums first: what they answer as refunded and amount is sent along.",
      ...onlyFor("merchant"),
      request: { params, ...json(partRefund) },
      responses: answers(single(merchantOrderDetails)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const payload = c.req.valid("json");
      await demandProofOfRefund(c, toCents(payload.amount));
      return c.json({ data: await refundPart(c.var.services, merchant._id, c.req.valid("param").id, payload) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/order/{id}/parts/{partId}/received",
      operationId: "confirmReceipt",
      ...mayRefuse("unknown_order", "not_shipped", "already_cancelled", "to_be_paid"),
      tags: ["Orders"],
      summary: "The buyer confirms that a merchant's part has arrived",
      ...onlyFor("buyer"),
      request: { params: z.object({ id, partId: id }) },
      responses: answers(single(orderDetails)),
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      const { id: orderId, partId } = c.req.valid("param");
      await deliver(c.var.services, orderId, { buyerId: buyer._id, partId });
      return c.json({ data: await orderFor(c.var.services, buyer._id, orderId) }, 200);
    },
  );
