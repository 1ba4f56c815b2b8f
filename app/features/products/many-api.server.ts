import { createRoute } from "@hono/zod-openapi";
import { single } from "~/features/fields";
import { answers, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { changeMany } from "./change-many.server";
import { manyChanged, manyProducts } from "./many-schema";
import { MOST_TOGETHER } from "./plain-schema";

/** Many of a merchant's products at once. Registered before the calls for one, which would take `many` for an id. */
export const manyProductsApi = newApi().openapi(
  createRoute({
    method: "post",
    path: "/product/manage-product/many",
    operationId: "changeMyProducts",
    ...mayRefuse("not_your_category"),
    tags: ["Merchant's products"],
    summary: "Change several of my products alike: price, stock, category, on or off sale, delete",
    description: `At most ${MOST_TOGETHER}, in one transaction. Those that cannot be changed are answered with the reason, and the others are changed all the same. As with a single product, stock and price change at once, and the category of what is on sale waits for review.`,
    ...onlyFor("merchant"),
    request: json(manyProducts),
    responses: answers(single(manyChanged)),
  }),
  async (c) => {
    const { _id } = await signedIn(c, "merchant");
    return c.json({ data: await changeMany(c.var.services, _id, c.req.valid("json")) }, 200);
  },
);
