import { createRoute } from "@hono/zod-openapi";
import { single } from "~/features/fields";
import { answers, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { balanceOf } from "./balance.server";
import { balance } from "./schema";

export const accountingApi = newApi().openapi(
  createRoute({
    method: "get",
    path: "/product/payment/merchant/balance",
    operationId: "getBalance",
    tags: ["Payments"],
    summary: "What the merchant has sold, given back and is owed",
    ...onlyFor("merchant"),
    responses: answers(single(balance)),
  }),
  async (c) => {
    const merchant = await signedIn(c, "merchant");
    return c.json({ data: await balanceOf(c.var.services, merchant._id) }, 200);
  },
);
