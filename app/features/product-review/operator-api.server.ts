import { createRoute, z } from "@hono/zod-openapi";
import { operatorOf } from "~/features/audit/audit.server";
import { messageAnswer, id, single } from "~/features/fields";
import { changePageOf } from "~/features/pagination";
import { answers, json, mayRefuse, newApi, onlyFor } from "~/platform/http/api.server";
import { productForOperators, productPage } from "./find-products.server";
import { operatorProduct, productQuery, takeOff as takeOffPayload } from "./operator-schema";
import { putBack, takeOff } from "./take-off.server";

const tags = ["Operators"];
const params = z.object({ id });

export const operatorProductsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/products",
      operationId: "operatorListProducts",
      tags,
      summary: "Products of all merchants by title, SKU, stall or id, newest first, 20 a page",
      description:
        "The newest 10,000 are counted and can be turned to. A search looks through the newest 2,000 of a word's matches. With updatedSince deleted ones are among them, and stock counts as a change.",
      ...onlyFor("operator"),
      request: { query: productQuery },
      responses: answers(changePageOf(operatorProduct)),
    }),
    async (c) => c.json({ data: await productPage(c.var.services, c.req.valid("query")) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/products/{id}",
      operationId: "operatorGetProduct",
      ...mayRefuse("unknown_product"),
      tags,
      summary: "One product with its merchant, deleted or not",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(single(operatorProduct)),
    }),
    async (c) => c.json({ data: await productForOperators(c.var.services, c.req.valid("param").id) }, 200),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/products/{id}/take-off",
      operationId: "operatorTakeProductOff",
      ...mayRefuse("unknown_product", "taken_off_already"),
      tags,
      summary: "Take a product off sale at once; paid orders go on",
      description:
        "Carts and checkouts refuse it with no_longer_sold, a payment that is made in that moment goes back " +
        "(taken_off_sale). Refused with taken_off_already (409) where it is off sale by an operator already.",
      ...onlyFor("operator"),
      request: { params, ...json(takeOffPayload) },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await takeOff(c.var.services, await operatorOf(c), c.req.valid("param").id, c.req.valid("json").reason);
      return c.json({ message: "It is off sale, and the merchant is told." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/operator/products/{id}/put-back",
      operationId: "operatorPutProductBack",
      ...mayRefuse("unknown_product", "not_taken_off"),
      tags,
      summary: "Let a product be sold again",
      description:
        "It is on sale at once if it is published and its stall is open. Refused with not_taken_off (409) where no " +
        "operator keeps it off sale.",
      ...onlyFor("operator"),
      request: { params },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      await putBack(c.var.services, await operatorOf(c), c.req.valid("param").id);
      return c.json({ message: "It may be sold again, and the merchant is told." }, 200);
    },
  );
