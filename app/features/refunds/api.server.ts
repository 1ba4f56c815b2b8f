import { createRoute, z } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { done, id } from "~/features/fields";
import { answers, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { refundOrder } from "./refund-order.server";
import { refundOrder as refundPayload } from "./schema";

export const refundsApi = newApi().openapi(
  createRoute({
    method: "post",
    path: "/operator/orders/{id}/refund",
    operationId: "operatorRefundOrder",
    ...mayRefuse("unknown_order", "unknown_line", "nothing_to_refund", "refunded_meanwhile", "more_than_is_left"),
    tags: ["Operators"],
    summary: "Give the price of an order, of one part or of single pieces back",
    ...onlyFor("operator"),
    request: { params: z.object({ id }), ...json(refundPayload) },
    responses: answers(done),
  }),
  async (c) => {
    await refundOrder(c.var.services, await operatorOf(c), c.req.valid("param").id, c.req.valid("json"));
    return c.json({ message: "The money is on its way back." }, 200);
  },
);
