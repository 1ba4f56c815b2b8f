import { createRoute } from "@hono/zod-openapi";
import type { UserRecord } from "~/features/accounts/log-in.server";
import { billing } from "~/features/accounts/schema";
import { single } from "~/features/fields";
import { orderDetails } from "~/features/orders/order-details.server";
import { IntentUnknown, type CardProvider } from "~/platform/cards/card-provider";
import { isTest } from "~/platform/cards/card-providers.server";
import type { TestProvider } from "~/platform/cards/test-provider.server";
import { answers, clientAddress, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { unknownCall, unknownPayment } from "./errors.server";
import { openHostedPage } from "./hosted-page.server";
import { initializePayment, pendingPayment } from "./initialize-payment.server";
import { paymentOf, placeOrder } from "./place-order.server";
import {
  expiryOf,
  finalize,
  finalized,
  hostedPage,
  initialize,
  initialized,
  intentAnswer,
  pendingPayment as pendingPaymentSchema,
  testAuthenticate,
  testConfirm,
} from "./schema";

const tags = ["Payments"];

export const paymentsApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/product/payment/initialize",
      operationId: "initializePayment",
      ...mayRefuse(
        "too_many_tries",
        "checkout_running",
        "no_longer_sold",
        "stall_closed",
        "sold_out",
        "not_enough_stock",
        "required",
        "amount_not_payable",
        "card_provider_unreachable",
      ),
      tags,
      summary: "Hold the cart's stock for 30 minutes and prepare its payment",
      ...onlyFor("buyer"),
      request: json(initialize),
      responses: answers(initialized),
    }),
    async (c) => {
      const buyer = (await signedIn(c, "buyer")) as UserRecord;
      await c.var.services.rateLimiter.consume({ name: "initialize-account", points: 60, seconds: 600 }, buyer._id);
      const wanted = c.req.valid("json");
      const own = wanted.billing ?? billing.parse(JSON.parse(buyer.extras));
      const checkout = {
        buyerId: buyer._id,
        buyer: {
          firstName: buyer.firstName,
          lastName: buyer.lastName,
          email: buyer.email ?? "",
          telephone: own.telephone || buyer.telephone,
        },
        carts: wanted.carts,
        billing: own,
        shipping: wanted.shipping ?? own,
        notes: wanted.notes,
      };
      const origin = { browser: c.var.browser, address: clientAddress(c) };
      const payment = await initializePayment(c.var.services, checkout, origin);
      return c.json({ data: payment.clientSecret, payment }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/payment/current",
      operationId: "getPendingPayment",
      ...mayRefuse(
        "no_pending_payment",
        "amount_not_payable",
        "card_provider_unreachable",
        "no_longer_sold",
        "stall_closed",
      ),
      tags,
      summary: "The order that waits for its payment",
      ...onlyFor("buyer"),
      responses: answers(single(pendingPaymentSchema)),
    }),
    async (c) => c.json({ data: await pendingPayment(c.var.services, (await signedIn(c, "buyer"))._id) }, 200),
  )
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
      path: "/product/payment/finalize",
      operationId: "finalizePayment",
      ...mayRefuse(
        "unknown_payment",
        "payment_not_completed",
        "amount_mismatch",
        "sold_meanwhile",
        "taken_off_sale",
        "paid_twice",
        "card_provider_unreachable",
      ),
      tags,
      summary: "Place the order whose payment went through",
      description: "May be called any number of times: the order is placed once.",
      ...onlyFor("buyer"),
      request: json(finalize),
      responses: answers(finalized),
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      const intentId = await paymentOf(c.var.services, c.req.valid("json").stripeId, { buyerId: buyer._id });
      const placed = await placeOrder(intentId, c.var.services);
      return c.json({ message: "Order placed.", data: await orderDetails(c.var.services.db, placed) }, 200);
    },
  );

/** The calls that a provider's own browser script would make; they exist with the test provider alone. */
export function testPaymentsApi(provider: CardProvider) {
  const cards = () => {
    if (!isTest(provider)) throw unknownCall();
    return provider satisfies TestProvider;
  };
  const known = <T>(answer: Promise<T>) =>
    answer.catch((error) => {
      throw error instanceof IntentUnknown ? unknownPayment() : error;
    });
  return newApi()
    .openapi(
      createRoute({
        method: "post",
        path: "/test-payments/confirm",
        operationId: "confirmTestPayment",
        ...mayRefuse("too_many_tries", "unknown_payment", "unknown_call"),
        tags: ["Test payments"],
        summary: "Try a test card",
        description: "No money moves. The card is not kept.",
        request: json(testConfirm),
        responses: answers(intentAnswer),
      }),
      async (c) => {
        const { clientSecret, number, expiry, cvc } = c.req.valid("json");
        await c.var.services.rateLimiter.consume({ name: "card-address", points: 30, seconds: 600 }, clientAddress(c));
        await c.var.services.rateLimiter.consume(
          { name: "card-intent", points: 15, seconds: 600 },
          clientSecret.slice(0, 60),
        );
        const { id, status, lastError } = await known(
          cards().confirm(clientSecret, { number, ...expiryOf(expiry), cvc }),
        );
        return c.json({ data: { id, status, lastError } }, 200);
      },
    )
    .openapi(
      createRoute({
        method: "post",
        path: "/test-payments/authenticate",
        operationId: "authenticateTestPayment",
        ...mayRefuse("unknown_payment", "unknown_call"),
        tags: ["Test payments"],
        summary: "Answer the request for authentication",
        request: json(testAuthenticate),
        responses: answers(intentAnswer),
      }),
      async (c) => {
        const { clientSecret, passed } = c.req.valid("json");
        const { id, status, lastError } = await known(cards().authenticate(clientSecret, passed));
        return c.json({ data: { id, status, lastError } }, 200);
      },
    );
}
