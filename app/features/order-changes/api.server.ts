import { createRoute, z } from "@hono/zod-openapi";
import { id, single, dollars, toDollars } from "~/features/fields";
import { orderFor } from "~/features/orders/buyer-orders.server";
import { orderDetails } from "~/features/orders/schema";
import { answers, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { partChanges as readChanges } from "./changeable.server";
import { changeTime } from "./change-time.server";
import { otherTime, partChanges, takeOut } from "./schema";
import { takeOutOfPart } from "./take-out.server";

const tags = ["Orders"];
const params = z.object({ id: id.describe("The order's."), partId: id.describe("The part's.") });
const CLOSED = [
  "unknown_order",
  "not_changeable",
  "past_cut_off",
  "already_shipped",
  "already_cancelled",
  "disputed",
] as const;

/** Changes of a buyer's order until the cut-off of its collection or delivery. */
export const orderChangesApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/product/order/{id}/parts/{partId}/changes",
      operationId: "getOrderPartChanges",
      ...mayRefuse("unknown_order", "not_changeable"),
      tags,
      summary: "What the buyer may still change of a part that is collected or delivered at a time",
      ...onlyFor("buyer"),
      request: { params },
      responses: answers(single(partChanges)),
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      const { id: orderId, partId } = c.req.valid("param");
      return c.json({ data: await readChanges(c.var.services, buyer._id, orderId, partId) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/order/{id}/parts/{partId}/time",
      operationId: "moveOrderPart",
      ...mayRefuse(...CLOSED, "unknown_way", "way_closed", "out_of_season", "slot_full"),
      tags,
      summary: "Move a part to another time of its way, until its cut-off",
      ...onlyFor("buyer"),
      request: { params, ...json(otherTime) },
      responses: answers(single(orderDetails)),
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      const { id: orderId, partId } = c.req.valid("param");
      await changeTime(c.var.services, buyer._id, orderId, partId, c.req.valid("json").time);
      return c.json({ data: await orderFor(c.var.services, buyer._id, orderId) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/order/{id}/parts/{partId}/take-out",
      operationId: "takeOutOfOrderPart",
      ...mayRefuse(...CLOSED, "unknown_line", "more_than_is_left", "additions_left"),
      tags,
      summary: "Take pieces out of a part until its cut-off; their price goes back",
      ...onlyFor("buyer"),
      request: { params, ...json(takeOut) },
      responses: answers(single(orderDetails).extend({ amountBack: dollars.describe("The price that goes back.") })),
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      const { id: orderId, partId } = c.req.valid("param");
      const amountCents = await takeOutOfPart(c.var.services, buyer._id, orderId, partId, c.req.valid("json"));
      const data = await orderFor(c.var.services, buyer._id, orderId);
      return c.json({ data, amountBack: toDollars(amountCents) }, 200);
    },
  );
