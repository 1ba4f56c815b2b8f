import { createRoute, z } from "@hono/zod-openapi";
import { demandProofOfRefund } from "~/features/accounts/proof.server";
import { operatorOf } from "~/features/audit/audit.server";
import { messageAnswer, id, single, toCents } from "~/features/fields";
import { answers, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { orderRefundSums } from "./order-refund-sums.server";
import { refundOrder } from "./refund-order.server";
import { askedSums, orderRefundSums as sums, otherWay, refundOrder as refundPayload } from "./schema";
import { centsOfRefund, recordPaidOtherwise, makeRefundAnew } from "./settle-refund.server";

const REFUSALS = ["unknown_order", "unknown_line", "nothing_to_refund", "more_than_is_left"] as const;
const params = z.object({ id });
const oneRefund = z.object({ id, refundId: id });

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
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const [{ id: orderId }, payload] = [c.req.valid("param"), c.req.valid("json")];
      const { amount } = await orderRefundSums(c.var.services, orderId, payload);
      await demandProofOfRefund(c, toCents(amount));
      await refundOrder(c.var.services, await operatorOf(c), orderId, payload);
      return c.json({ message: "The money is on its way back." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/orders/{id}/refunds/{refundId}/anew",
      operationId: "operatorMakeRefundAnew",
      ...mayRefuse("unknown_order", "unknown_refund", "refund_not_open"),
      tags: ["Operators"],
      summary: "Make a refund anew that the provider had taken and could not make",
      ...onlyFor("operator"),
      request: { params: oneRefund },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { id: orderId, refundId } = c.req.valid("param");
      await demandProofOfRefund(c, await centsOfRefund(c.var.services, { orderId, refundId }));
      await makeRefundAnew(c.var.services, await operatorOf(c), { orderId, refundId });
      return c.json({ message: "The refund is made anew." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/orders/{id}/refunds/{refundId}/other-way",
      operationId: "operatorGiveBackOtherwise",
      ...mayRefuse(
        "unknown_order",
        "unknown_refund",
        "refund_not_open",
        "refund_under_way",
        "day_to_come",
        "card_provider_unreachable",
      ),
      tags: ["Operators"],
      summary: "Note that the money of a refund was given back without the provider",
      description: "The provider is asked first, for it may have made the refund after all.",
      ...onlyFor("operator"),
      request: { params: oneRefund, ...json(otherWay) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { id: orderId, refundId } = c.req.valid("param");
      await demandProofOfRefund(c, await centsOfRefund(c.var.services, { orderId, refundId }));
      await recordPaidOtherwise(c.var.services, await operatorOf(c), { orderId, refundId }, c.req.valid("json"));
      return c.json({ message: "It is noted, and the buyer reads how the money was given back." }, 200);
    },
  );
