import { createRoute } from "@hono/zod-openapi";
import { unknownPayment } from "~/features/checkout/errors.server";
import { IntentUnknown, type CardProvider } from "~/platform/cards/card-provider";
import { isTest } from "~/platform/cards/card-providers.server";
import type { TestProvider } from "~/platform/cards/test-provider.server";
import { answers, clientAddress, json, mayRefuse, newApi } from "~/platform/http/api.server";
import { unknownCall } from "./errors.server";
import { expiryOf, intentAnswer, testAuthenticate, testConfirm } from "./schema";

/** The calls that a provider's own browser script would make; they exist with the test provider alone. */
export function testPaymentsApi(provider: CardProvider) {
  const cards = () => {
    if (!isTest(provider)) throw unknownCall();
    return provider satisfies TestProvider;
  };
  const requireIntent = <T>(answer: Promise<T>) =>
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
        const { id, status, lastError } = await requireIntent(
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
        const { id, status, lastError } = await requireIntent(cards().authenticate(clientSecret, passed));
        return c.json({ data: { id, status, lastError } }, 200);
      },
    );
}
