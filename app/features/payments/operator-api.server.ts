import { createRoute, z } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { messageAnswer, id, single } from "~/features/fields";
import { answers, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { providerPayments } from "./beside-provider.server";
import { operatorOrder, paymentId, paymentList, paymentQuery } from "./operator-schema";
import { orderWithPayment } from "./order-with-payment.server";
import { repairPayment } from "./repair-payment.server";

const tags = ["Operators"];

export const operatorPaymentsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/orders/{id}",
      operationId: "operatorGetOrder",
      ...mayRefuse("unknown_order"),
      tags,
      summary: "One order with its payment and refunds",
      ...onlyFor("operator"),
      request: { params: z.object({ id }) },
      responses: answers(single(operatorOrder)),
    }),
    async (c) => c.json({ data: await orderWithPayment(c.var.services, c.req.valid("param").id) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/payments",
      operationId: "operatorListPayments",
      ...mayRefuse("card_provider_unreachable"),
      tags,
      summary: "The card provider's payments beside our orders, newest first, 20 a page",
      ...onlyFor("operator"),
      request: { query: paymentQuery },
      responses: answers(single(paymentList)),
    }),
    async (c) => c.json({ data: await providerPayments(c.var.services, c.req.valid("query")) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/payments/{id}/repair",
      operationId: "operatorRepairPayment",
      ...mayRefuse("unknown_payment", "card_provider_unreachable"),
      tags,
      summary: "Place the order of a payment, or give it back; send what was not sent",
      description: "Runs what also runs by itself. May be called any number of times.",
      ...onlyFor("operator"),
      request: { params: paymentId },
      responses: answers(messageAnswer),
    }),
    async (c) =>
      c.json({ message: await repairPayment(c.var.services, await operatorOf(c), c.req.valid("param").id) }, 200),
  );
