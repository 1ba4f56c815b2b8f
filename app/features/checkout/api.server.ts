import { createRoute } from "@hono/zod-openapi";
import type { UserRecord } from "~/features/accounts/log-in.server";
import { ON_COLLECTION } from "~/features/collection-payments/schema";
import { billing } from "~/features/accounts/schema";
import { single } from "~/features/fields";
import { orderDetails } from "~/features/orders/order-details.server";
import { answers, clientAddress, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { initializePayment, pendingPayment } from "./initialize-payment.server";
import { latestCheckout, waitingOrder } from "./latest-checkout.server";
import { placeOnCollection } from "./place-on-collection.server";
import { paymentOf, placeOrder } from "./place-order.server";
import {
  finalize,
  finalized,
  initialize,
  initialized,
  latestCheckout as latestCheckoutSchema,
  pendingPayment as pendingPaymentSchema,
  waitingOrder as waitingOrderSchema,
} from "./schema";

const tags = ["Payments"];

/** Calls from the cart to the placed order: they prepare its payment, find it again, and finish it. */
export const checkoutApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/product/payment/initialize",
      operationId: "initializePayment",
      ...mayRefuse(
        "too_many_tries",
        "checkout_running",
        ["choose_size", 409],
        "no_longer_sold",
        "stall_closed",
        "out_of_season",
        "sold_out",
        "not_enough_stock",
        "choose_way",
        "way_closed",
        "past_cut_off",
        "slot_full",
        "not_to_this_address",
        "not_for_these_goods",
        "below_least_order",
        "required",
        "amount_not_payable",
        "card_provider_unreachable",
        "not_on_collection",
        "too_many_unpaid",
        "too_much_unpaid",
        "pays_by_card",
      ),
      tags,
      summary:
        "Hold the cart's stock for 30 minutes and prepare its payment, or place an order that is paid at collection",
      ...onlyFor("buyer"),
      request: json(initialize),
      responses: answers(initialized),
    }),
    async (c) => {
      const buyer = (await signedIn(c, "buyer")) as UserRecord;
      await c.var.services.rateLimiter.consume({ name: "initialize-account", points: 60, seconds: 600 }, buyer._id);
      const payload = c.req.valid("json");
      const buyerBilling = payload.billing ?? billing.parse(JSON.parse(buyer.extras));
      const checkout = {
        buyerId: buyer._id,
        buyer: {
          firstName: buyer.firstName,
          lastName: buyer.lastName,
          email: buyer.email ?? "",
          telephone: buyerBilling.telephone || buyer.telephone,
        },
        carts: payload.carts,
        billing: buyerBilling,
        shipping: payload.shipping ?? buyerBilling,
        notes: payload.notes,
        ways: payload.ways,
      };
      const origin = { browser: c.var.browser, address: clientAddress(c) };
      if (payload.paymentMethod === ON_COLLECTION) {
        const order = await placeOnCollection(c.var.services, checkout, origin);
        return c.json({ data: "", payment: null, order: await orderDetails(c.var.services.db, order) }, 200);
      }
      const payment = await initializePayment(c.var.services, checkout, origin);
      return c.json({ data: payment.clientSecret, payment, order: null }, 200);
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
        "out_of_season",
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
      const order = await placeOrder(intentId, c.var.services);
      return c.json({ message: "Order placed.", data: await orderDetails(c.var.services.db, order) }, 200);
    },
  )
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
  );
