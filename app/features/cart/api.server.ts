import { createRoute, z } from "@hono/zod-openapi";
import { id, single } from "~/features/fields";
import { answers, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { variantId } from "~/features/products/schema";
import { changeCart, changeLines, removeFromCart, savedListsOf, unwish, wish } from "./change-cart.server";
import { mergeSavedLists } from "./merge-lists.server";
import { quoteCart } from "./quote-cart.server";
import { cartChange, cartQuote, mergeLists, quotedCart, savedLists, seenCarts } from "./schema";

const tags = ["Cart and wishlist"];
const savedListsRoute = { tags, ...onlyFor("buyer"), responses: answers(single(savedLists)) };
const ofProduct = { params: z.object({ product: id }) };

export const cartApi = newApi()
  .openapi(
    createRoute({
      method: "post",
      path: "/product/cart",
      operationId: "quoteCart",
      tags,
      summary: "What a cart comes to today",
      description: "For anyone; nothing is kept and nothing is held.",
      request: json(cartQuote),
      responses: answers(single(quotedCart)),
    }),
    async (c) => c.json({ data: await quoteCart(c.var.services, c.req.valid("json").carts) }, 200),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/user/lists",
      operationId: "getSavedLists",
      summary: "The buyer's saved cart and wishlist",
      ...savedListsRoute,
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      return c.json({ data: await savedListsOf(c.var.services, buyer._id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/user/lists",
      operationId: "mergeSavedLists",
      ...mayRefuse("cart_full", "wishlist_full"),
      summary: "Merge a visitor's cart and wishlist into the saved ones",
      ...savedListsRoute,
      request: json(mergeLists),
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      return c.json({ data: await mergeSavedLists(c.var.services, buyer._id, c.req.valid("json")) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user/cart/{product}",
      operationId: "setCartLine",
      ...mayRefuse("unknown_product", ["choose_size", 422], "cart_full"),
      summary: "Set a line's quantity, or add to it",
      ...savedListsRoute,
      request: { ...ofProduct, ...json(cartChange) },
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      return c.json(
        { data: await changeCart(c.var.services, buyer._id, c.req.valid("param").product, c.req.valid("json")) },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/user/cart/{product}",
      operationId: "deleteCartLine",
      summary: "Remove a line",
      description: "Without `variant` every size of the product is taken out.",
      ...savedListsRoute,
      request: { ...ofProduct, query: z.object({ variant: variantId.optional() }) },
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      return c.json(
        { data: await removeFromCart(c.var.services, buyer._id, { ...c.req.valid("param"), ...c.req.valid("query") }) },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user/cart",
      operationId: "updateCart",
      summary: "Set quantities of several lines, and the prices at which they were seen",
      description: "Of lines that are in the cart. One without `seen` keeps the price at which it was seen.",
      ...savedListsRoute,
      request: json(z.object({ carts: seenCarts })),
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      return c.json({ data: await changeLines(c.var.services, buyer._id, c.req.valid("json").carts) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/user/cart",
      operationId: "emptyCart",
      summary: "Empty the cart",
      ...savedListsRoute,
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      return c.json({ data: await removeFromCart(c.var.services, buyer._id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/user/wishlist/{product}",
      operationId: "addToWishlist",
      ...mayRefuse("unknown_product", "wishlist_full"),
      summary: "Put a product on the wishlist",
      ...savedListsRoute,
      request: ofProduct,
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      return c.json({ data: await wish(c.var.services, buyer._id, c.req.valid("param").product) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/user/wishlist/{product}",
      operationId: "removeFromWishlist",
      summary: "Take a product off the wishlist",
      ...savedListsRoute,
      request: ofProduct,
    }),
    async (c) => {
      const buyer = await signedIn(c, "buyer");
      return c.json({ data: await unwish(c.var.services, buyer._id, c.req.valid("param").product) }, 200);
    },
  );
