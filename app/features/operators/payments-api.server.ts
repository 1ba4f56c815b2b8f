import { createRoute } from "@hono/zod-openapi";
import { done, single } from "~/features/fields";
import { answers, newApi, onlyFor } from "~/platform/http/api.server";
import { operatorOf } from "./operator.server";
import { providerPayments } from "./payments.server";
import { repairPayment } from "~/features/payments/repair-payment.server";
import { paymentId, paymentList, paymentQuery } from "./schema";

const tags = ["Operators"];

export const paymentsOperatorsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/payments",
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
      tags,
      summary: "Place the order of a payment, or give it back; send what was not sent",
      description: "Runs what also runs by itself. May be called any number of times.",
      ...onlyFor("operator"),
      request: { params: paymentId },
      responses: answers(done),
    }),
    async (c) =>
      c.json({ message: await repairPayment(c.var.services, await operatorOf(c), c.req.valid("param").id) }, 200),
  );
