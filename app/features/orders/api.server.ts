import { createRoute, z } from "@hono/zod-openapi";
import { savedLists } from "~/features/cart/schema";
import { id, single } from "~/features/fields";
import { changePageOf, cursorPageOf } from "~/features/pagination";
import { answers, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { buyAgain, orderFor, orderPage } from "./buyer-orders.server";
import { findOrders } from "./find-orders.server";
import { listedOrder, ordersQuery } from "./operator-schema";
import { order, orderDetails, orderPageQuery } from "./schema";

const tags = ["Orders"];

export const ordersApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/product/order",
      operationId: "listOrders",
      tags,
      summary: "The buyer's orders, newest first, 10 a page",
      ...onlyFor("buyer"),
      request: { query: orderPageQuery },
      responses: answers(cursorPageOf(order)),
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      return c.json({ data: await orderPage(c.var.services, buyer._id, c.req.valid("query")) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/order/{id}",
      operationId: "getOrder",
      ...mayRefuse("unknown_order"),
      tags,
      summary: "One order of the buyer",
      ...onlyFor("buyer"),
      request: { params: z.object({ id }) },
      responses: answers(single(orderDetails)),
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      return c.json({ data: await orderFor(c.var.services, buyer._id, c.req.valid("param").id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/order/{id}/again",
      operationId: "orderAgain",
      ...mayRefuse("unknown_order", "cart_full"),
      tags,
      summary: "Put what was ordered into the cart again",
      description: "In its sizes, as far as it can be bought now. Of what lies in the cart the larger quantity stays.",
      ...onlyFor("buyer"),
      request: { params: z.object({ id }) },
      responses: answers(
        z.object({
          data: savedLists,
          missing: z.array(z.string()).describe("Titles that cannot be bought now, each once."),
          fewer: z
            .array(z.object({ title: z.string(), quantity: z.number().int() }))
            .describe("Of which fewer pieces are there than were ordered, and how many went into the cart."),
        }),
      ),
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      const { lists, ...rest } = await buyAgain(c.var.services, buyer._id, c.req.valid("param").id);
      return c.json({ data: lists, ...rest }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/operator/orders",
      operationId: "operatorListOrders",
      tags: ["Operators"],
      summary: "Orders, newest first, 20 a page",
      description:
        "q: an order's number or id, a buyer's mail address, or a payment intent. day and what: those of which something happened on a day. state, stall and age: those of which a part stands so; of many, 2,000 are counted.",
      ...onlyFor("operator"),
      request: { query: ordersQuery },
      responses: answers(changePageOf(listedOrder)),
    }),
    async (c) => {
      return c.json({ data: await findOrders(c.var.services, c.req.valid("query")) }, 200);
    },
  );
