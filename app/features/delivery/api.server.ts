import { createRoute, z } from "@hono/zod-openapi";
import { cartQuote } from "~/features/products/cart-lines-schema";
import { messageAnswer, id, optionalText, single } from "~/features/fields";
import { answers, created, json, mayRefuse, newApi, onlyFor, readByAll, signedIn } from "~/platform/http/api.server";
import { expectedBy, ifMatch, versionHeader } from "~/platform/http/versions.server";
import { additionsOf, openOrders, type OwnPart } from "./additions.server";
import { ownMethodsOf, titled } from "./methods.server";
import { deliveryOptions } from "./options.server";
import { addMethod, changeMethod, methodVersion, removeMethod, titledMethod } from "./save-method.server";
import { method, savedMethod, stallOptions } from "./schema";
import { stallsOfCart } from "./stalls-of-products.server";
import { stallWay, stallWaysQuery } from "./stall-ways-schema";
import { waysOfStall } from "./ways-of-stall.server";

const tags = ["Ways and times"];
const withVersion = { 200: { ...answers(single(savedMethod))[200], headers: versionHeader } };
const params = z.object({ id: id.describe("The way's.") });

/** Calls for the delivery methods of a stall, as its merchant sets them up, and for a cart's choice of them. */
export const deliveryApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/merchant/ways",
      operationId: "listWays",
      tags,
      summary: "My ways, oldest first; 20 at the most",
      ...onlyFor("merchant"),
      responses: answers(single(z.array(savedMethod))),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const { db } = c.var.services;
      return c.json({ data: await titled(db, await ownMethodsOf(db, [merchant._id])) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/merchant/ways",
      operationId: "createWay",
      ...mayRefuse("too_many_ways", "unknown_product"),
      tags,
      summary: "Offer a way",
      description: "As soon as a stall has a way, its goods go by its ways alone.",
      ...onlyFor("merchant"),
      request: json(method),
      responses: created(single(savedMethod)),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      return c.json({ data: await addMethod(c.var.services, merchant._id, c.req.valid("json")) }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/merchant/ways/{id}",
      operationId: "getWay",
      ...mayRefuse("unknown_way"),
      tags,
      summary: "One of my ways",
      ...onlyFor("merchant"),
      request: { params },
      responses: withVersion,
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const data = await titledMethod(c.var.services, merchant._id, c.req.valid("param").id);
      return c.json({ data }, 200, { ETag: methodVersion(data) });
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/merchant/ways/{id}",
      operationId: "replaceWay",
      ...mayRefuse("unknown_way", "unknown_product", "changed_meanwhile"),
      ...ifMatch,
      tags,
      summary: "Change a way; orders keep the way and time that they were placed with",
      ...onlyFor("merchant"),
      request: { params, ...json(method) },
      responses: withVersion,
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      const { id: methodId } = c.req.valid("param");
      const payload = c.req.valid("json");
      const data = await changeMethod(c.var.services, merchant._id, methodId, payload, expectedBy(c, payload));
      return c.json({ data }, 200, { ETag: methodVersion(data) });
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/merchant/ways/{id}",
      operationId: "deleteWay",
      ...mayRefuse("unknown_way"),
      tags,
      summary: "Remove a way; orders keep it",
      ...onlyFor("merchant"),
      request: { params },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const merchant = await signedIn(c, "merchant");
      await removeMethod(c.var.services, merchant._id, c.req.valid("param").id);
      return c.json({ message: "The way is removed." }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/stall/{id}/ways",
      operationId: "listStallWays",
      ...readByAll(),
      ...mayRefuse("unknown_stall"),
      tags,
      summary: "How goods get from a stall to their buyers, with the next times and until when to order for them",
      description: "Empty where the stall sends by carrier to everywhere.",
      request: { params: z.object({ id: id.describe("The stall's merchant.") }), query: stallWaysQuery },
      responses: answers(single(z.array(stallWay))),
    }),
    async (c) => {
      const { id: merchantId } = c.req.valid("param");
      return c.json({ data: await waysOfStall(c.var.services, merchantId, c.req.valid("query")) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/product/delivery/options",
      operationId: "listDeliveryOptions",
      tags,
      summary: "How a cart can get to an address, for each of its stalls",
      description:
        "For anyone; nothing is held. Without an address, areas are not looked at. A buyer learns to which orders the goods can be added.",
      request: json(
        cartQuote.extend({
          address: z
            .object({ zipCode: optionalText("Zip code", 20), city: optionalText("City", 100) })
            .optional()
            .describe("Where the goods are to go."),
        }),
      ),
      responses: answers(single(z.array(stallOptions))),
    }),
    async (c) => {
      const { carts, address } = c.req.valid("json");
      const { services } = c.var;
      const stalls = await stallsOfCart(services.db, carts);
      const actor = await c.var.actor();
      const merchantIds = stalls.map(({ merchantId }) => merchantId);
      const isBuyer = actor?.privilege === "buyer" && stalls.length > 0;
      const open = isBuyer
        ? await openOrders(services.db, services, actor._id, merchantIds)
        : new Map<string, OwnPart[]>();
      const data = await deliveryOptions(services, stalls, address ?? null, (stall, methods) =>
        additionsOf(services, open.get(stall.merchantId) ?? [], stall, methods),
      );
      return c.json({ data }, 200);
    },
  );
