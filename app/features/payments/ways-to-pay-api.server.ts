import { createRoute } from "@hono/zod-openapi";
import { single } from "~/features/fields";
import { answers, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { waitingOrder as waitingOrderSchema } from "./schema";
import { waitingOrder } from "./waiting-order.server";

const tags = ["Payments"];

/** How an order that waits for its payment is found again, and the ways to pay it. */
export const waysToPayApi = newApi()
  .openapi(createRoute({
    method: "get", path: "/product/payment/waiting", tags, summary: "The order that waits for its payment, without asking the provider; null when there is none", ...onlyFor("buyer"),
    responses: answers(single(waitingOrderSchema.nullable())),
  }), async (c) => c.json({ data: await waitingOrder(c.var.services, (await signedIn(c, "buyer"))._id) }, 200));
