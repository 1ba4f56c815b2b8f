import { createRoute, z } from "@hono/zod-openapi";
import { done, single } from "~/features/fields";
import { answers, clientAddress, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { hostedPageOf } from "./hosted-page.server";
import { latestCheckout, waitingOrder } from "./latest-checkout.server";
import { linkedOrder, mailPaymentLink, orderOfLink } from "./payment-link.server";
import { paymentOf, placeOrder } from "./place-order.server";
import {
  hostedPage,
  latestCheckout as latestCheckoutSchema,
  linkedOrder as linkedOrderSchema,
  linkWord,
  waitingOrder as waitingOrderSchema,
  whichPage,
} from "./schema";

const tags = ["Payments"];
const params = z.object({ word: linkWord });

const PAGES = { name: "hosted-page", points: 20, seconds: 600 };

/** How an order that waits for its payment is found again, and the ways to pay it without a script in our page. */
export const waysToPayApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/product/payment/waiting",
      operationId: "getWaitingOrder",
      tags,
      summary: "The order that waits for its payment, without asking the provider; null when there is none",
      ...onlyFor("buyer"),
      responses: answers(single(waitingOrderSchema.nullable())),
    }),
    async (c) => c.json({ data: await waitingOrder(c.var.services, (await signedIn(c, "buyer"))._id) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/payment/latest",
      operationId: "getLatestCheckout",
      tags,
      summary: "What became of the buyer's last checkout, paid or not; null before the first",
      ...onlyFor("buyer"),
      responses: answers(single(latestCheckoutSchema.nullable())),
    }),
    async (c) => c.json({ data: await latestCheckout(c.var.services, (await signedIn(c, "buyer"))._id) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/payment/link",
      operationId: "mailPaymentLink",
      ...mayRefuse("too_many_tries", "no_pending_payment", "no_hosted_page"),
      tags,
      summary: "Mail the buyer a link to pay the order that waits",
      description: "It opens on any device, without signing in, as long as the goods are held.",
      ...onlyFor("buyer"),
      responses: answers(done),
    }),
    async (c) => c.json({ message: await mailPaymentLink(c.var.services, (await signedIn(c, "buyer"))._id) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/payment/link/{word}",
      operationId: "getPaymentLink",
      ...mayRefuse("unknown_payment_link"),
      tags,
      summary: "What a payment link is for",
      request: { params },
      responses: answers(single(linkedOrderSchema)),
    }),
    async (c) =>
      c.json({ data: linkedOrder(c.var.services, await orderOfLink(c.var.services, c.req.valid("param").word)) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/payment/link/{word}/hosted",
      operationId: "openPaymentLinkPage",
      ...mayRefuse(
        "too_many_tries",
        "unknown_payment_link",
        "no_pending_payment",
        "no_hosted_page",
        "card_provider_unreachable",
        "no_longer_sold",
        "stall_closed",
      ),
      tags,
      summary: "A page of the provider's on which a payment link's order can be paid",
      request: { params },
      responses: answers(single(hostedPage)),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(PAGES, clientAddress(c));
      return c.json(
        { data: await hostedPageOf(c.var.services, await orderOfLink(c.var.services, c.req.valid("param").word)) },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/payment/link/{word}/finalize",
      operationId: "finalizePaymentLink",
      ...mayRefuse(
        "too_many_tries",
        "unknown_payment_link",
        "unknown_payment",
        "payment_not_completed",
        "amount_mismatch",
        "sold_meanwhile",
        "taken_off_sale",
        "paid_twice",
        "card_provider_unreachable",
      ),
      tags,
      summary: "Place a payment link's order once its payment went through",
      description: "May be called any number of times: the order is placed once.",
      request: { params, ...json(whichPage) },
      responses: answers(single(linkedOrderSchema)),
    }),
    async (c) => {
      await c.var.services.rateLimiter.consume(PAGES, clientAddress(c));
      const order = await orderOfLink(c.var.services, c.req.valid("param").word);
      const intentId = await paymentOf(c.var.services, c.req.valid("json").stripeId, { orderId: order._id });
      return c.json({ data: linkedOrder(c.var.services, await placeOrder(intentId, c.var.services)) }, 200);
    },
  );
