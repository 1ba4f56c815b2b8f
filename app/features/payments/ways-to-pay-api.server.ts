import { createRoute, z } from "@hono/zod-openapi";
import { linkedOrder } from "~/features/checkout/latest-checkout.server";
import { paymentOf, placeOrder } from "~/features/checkout/place-order.server";
import { linkedOrder as linkedOrderSchema } from "~/features/checkout/schema";
import { messageAnswer, single } from "~/features/fields";
import { answers, clientAddress, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { hostedPageOf, openHostedPage } from "./hosted-page.server";
import { mailPaymentLink, orderOfLink } from "./payment-link.server";
import { hostedPage, linkWord, whichPage } from "./schema";

const tags = ["Payments"];
const params = z.object({ word: linkWord });

const PAGES = { name: "hosted-page", points: 20, seconds: 600 };

/** The ways to pay a waiting order without a script in our page: a page of the provider's, and a link. */
export const waysToPayApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/product/payment/hosted",
      operationId: "openHostedPage",
      ...mayRefuse(
        "too_many_tries",
        "no_pending_payment",
        "no_hosted_page",
        "card_provider_unreachable",
        "no_longer_sold",
        "stall_closed",
      ),
      tags,
      summary: "Pay the waiting order on a page of the provider's",
      description:
        "For browsers without scripts, or in which the provider's script did not load. May be called again: the page that is open is answered.",
      ...onlyFor("buyer"),
      responses: answers(single(hostedPage)),
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      await c.var.services.rateLimiter.consume({ name: "hosted-account", points: 30, seconds: 600 }, buyer._id);
      return c.json({ data: await openHostedPage(c.var.services, buyer._id) }, 200);
    },
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
      responses: answers(messageAnswer),
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
