import { createRoute, z } from "@hono/zod-openapi";
import { isStripe } from "~/platform/cards/card-providers.server";
import { BadSignature } from "~/platform/cards/stripe-provider.server";
import { answers, mayRefuse, newApi } from "~/platform/http/api.server";
import { badSignature, unknownCall } from "./errors.server";
import { takeStripeEvent } from "./webhooks.server";

/**
 * The webhook at which Stripe reports what has become of payments. The signature over the very bytes that were sent
 * proves the sender.
 */
export const stripeApi = newApi().openapi(
  createRoute({
    method: "post",
    path: "/stripe/webhook",
    operationId: "receiveStripeEvent",
    ...mayRefuse("bad_signature", "unknown_call"),
    tags: ["Payments"],
    summary: "Stripe's messages",
    description:
      "For Stripe alone, signed with the endpoint's secret. There only when the shop takes payments with Stripe.",
    responses: answers(z.object({ received: z.boolean() })),
  }),
  async (c) => {
    const { cards } = c.var.services;
    if (!isStripe(cards)) throw unknownCall();
    const event = await cards.readEvent(await c.req.text(), c.req.header("Stripe-Signature") ?? "").catch((error) => {
      throw error instanceof BadSignature ? badSignature() : error;
    });
    await takeStripeEvent(c.var.services, event);
    return c.json({ received: true }, 200);
  },
);
