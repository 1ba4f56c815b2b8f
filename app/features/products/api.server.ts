import { createRoute, z } from "@hono/zod-openapi";
import { done, id, single } from "~/features/fields";
import { pageOf } from "~/features/pagination";
import { answers, created, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { managedProductOf, managedProducts } from "./rules.server";
import { addProduct, removeProduct, saveProduct } from "./save-product.server";
import { managedProduct, managedQuery, productPayload } from "./schema";

const tags = ["Merchant's products"];
const path = "/product/manage-product" as const;
const which = z.object({ product: id });

export const productsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path,
      operationId: "listMyProducts",
      tags,
      summary: "My products, 10 a page, newest first",
      ...onlyFor("merchant"),
      request: { query: managedQuery },
      responses: answers(pageOf(managedProduct)),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json({ data: await managedProducts(c.var.services, _id, c.req.valid("query")) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: `${path}/{id}` as const,
      operationId: "getMyProduct",
      ...mayRefuse("unknown_product"),
      tags,
      summary: "One of my products",
      ...onlyFor("merchant"),
      request: { params: z.object({ id }) },
      responses: answers(single(managedProduct)),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json({ data: await managedProductOf(c.var.services, _id, c.req.valid("param").id) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path,
      operationId: "createProduct",
      ...mayRefuse("not_your_category", "sku_taken", "unknown_image", "unknown_video", "needs_review"),
      tags,
      summary: "Add a product, as a draft or for review",
      ...onlyFor("merchant"),
      request: json(productPayload),
      responses: created(single(managedProduct)),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json({ data: await addProduct(c.var.services, _id, c.req.valid("json")) }, 201);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path,
      operationId: "saveProduct",
      ...mayRefuse(
        "unknown_product",
        "not_your_category",
        "sku_taken",
        "unknown_image",
        "unknown_video",
        "needs_review",
      ),
      tags,
      summary: "Save a product",
      ...onlyFor("merchant"),
      request: { query: which, ...json(productPayload) },
      responses: answers(single(managedProduct)),
      description:
        "Of a published product stock and price change at once; title, description, category, tags, images and video wait for review while the published version stays on sale. availType draft takes it off the shop.",
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json(
        { data: await saveProduct(c.var.services, _id, c.req.valid("query").product, c.req.valid("json")) },
        200,
      );
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path,
      operationId: "deleteProduct",
      ...mayRefuse("unknown_product"),
      tags,
      summary: "Delete a product; orders keep what they show of it",
      ...onlyFor("merchant"),
      request: { query: which },
      responses: answers(done),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      await removeProduct(c.var.services, _id, c.req.valid("query").product);
      return c.json({ message: "Product deleted Successfully" }, 200);
    },
  );
