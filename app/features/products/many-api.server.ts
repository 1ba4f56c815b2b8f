import { createRoute } from "@hono/zod-openapi";
import { single } from "~/features/fields";
import { answers, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { completeMany } from "./complete-many.server";
import { completed, completion } from "./complete-schema";
import { changeMany } from "./change-many.server";
import { manyChanged, manyProducts } from "./many-schema";
import { MOST_TOGETHER } from "./plain-schema";

/** Calls for many of a merchant's products. Registered before the calls for one, which would take `many` for an id. */
export const manyProductsApi = newApi()
  .openapi(
    createRoute({
      method: "put",
      path: "/product/manage-product/particulars",
      operationId: "completeMyProducts",
      ...mayRefuse("unknown_product", "unknown_size", "unit_not_used", "said_already", "allergen_in_ingredients"),
      tags: ["Merchant's products"],
      summary: "Fill in what several of my products do not say yet: food information and net contents",
      description: `At most ${MOST_TOGETHER}, in one transaction: all are refused where one is, with each error at its field. An empty field says nothing, and what is said already stays. Of a product on sale it waits for review. GET /product/manage-product with only=to-complete lists what lacks something.`,
      ...onlyFor("merchant"),
      request: json(completion),
      responses: answers(single(completed)),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json({ data: await completeMany(c.var.services, _id, c.req.valid("json").products) }, 200);
    },
  )
  .openapi(
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
