import { createRoute, z } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { done, id, single } from "~/features/fields";
import { answers, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { orderRefundSums } from "./order-refund-sums.server";
import { refundOrder } from "./refund-order.server";
import { askedSums, orderRefundSums as sums, refundOrder as refundPayload } from "./schema";

const REFUSALS = ["unknown_order", "unknown_line", "nothing_to_refund", "more_than_is_left"] as const;
const params = z.object({ id });

export const refundsApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/orders/{id}/refund/sums",
      operationId: "operatorSumsOfRefund",
      ...mayRefuse(...REFUSALS),
      tags: ["Operators"],
      summary:
        "What giving back an order, a part or single pieces would come to, and who would bear it; nothing is done",
      ...onlyFor("operator"),
      request: { params, ...json(askedSums) },
      responses: answers(single(sums)),
    }),
    async (c) => {
      const { id: orderId } = c.req.valid("param");
      return c.json({ data: await orderRefundSums(c.var.services, orderId, c.req.valid("json")) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/orders/{id}/refund",
      operationId: "operatorRefundOrder",
      ...mayRefuse(...REFUSALS, "refunded_meanwhile"),
      tags: ["Operators"],
      summary: "Give the price of an order, of one part or of single pieces back",
      description: "Ask for the sums first: what they answer as refunded is sent along.",
      ...onlyFor("operator"),
      request: { params, ...json(refundPayload) },
      responses: answers(done),
    }),
    async (c) => {
      await refundOrder(c.var.services, await operatorOf(c), c.req.valid("param").id, c.req.valid("json"));
      return c.json({ message: "The money is on its way back." }, 200);
    },
  );
