import { createRoute, z } from "@hono/zod-openapi";
import { messageAnswer, id, single } from "~/features/fields";
import { answers, created, json, mayRefuse, newApi, onlyFor, signedIn } from "~/platform/http/api.server";
import { expectedBy, ifMatch, versionHeader } from "~/platform/http/versions.server";
import { etagOf } from "./product-version.server";
import { managedProductOf, managedProductPage } from "./rules.server";
import { addProduct, removeProduct, saveProduct } from "./save-product.server";
import { managedProduct, managedProducts, managedQuery, productPayload } from "./schema";

const tags = ["Merchant's products"];
const path = "/product/manage-product" as const;
const withVersion = { 200: { ...answers(single(managedProduct))[200], headers: versionHeader } };
const which = z.object({ product: id });

export const productsApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path,
      operationId: "listMyProducts",
      tags,
      summary: "My products, 10 a page, newest first",
      description:
        "With updatedSince: what was changed, oldest change first, with what was deleted since; stock that orders took counts as a change.",
      ...onlyFor("merchant"),
      request: { query: managedQuery },
      responses: answers(managedProducts),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      return c.json({ data: await managedProductPage(c.var.services, _id, c.req.valid("query")) }, 200);
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
      responses: withVersion,
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      const product = await managedProductOf(c.var.services, _id, c.req.valid("param").id);
      return c.json({ data: product }, 200, { ETag: etagOf(product) });
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path,
      operationId: "createProduct",
      ...mayRefuse(
        "unit_not_used",
        "usual_weight_needed",
        "price_out_of_range",
        "allergen_in_ingredients",
        "particular_missing",
        "not_your_category",
        "sku_taken",
        "external_id_taken",
        "unknown_image",
        "unknown_video",
        "needs_review",
      ),
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
        "unit_not_used",
        "usual_weight_needed",
        "price_out_of_range",
        "unknown_size",
        "no_size_on_sale",
        "unknown_product",
        "not_your_category",
        "sku_taken",
        "external_id_taken",
        "unknown_image",
        "unknown_video",
        "needs_review",
        "allergen_in_ingredients",
        "particular_missing",
        "changed_meanwhile",
      ),
      ...ifMatch,
      tags,
      summary: "Save a product",
      ...onlyFor("merchant"),
      request: { query: which, ...json(productPayload) },
      responses: withVersion,
      description:
        "Of a published product stock and price change at once; title, description, category, tags, images, video and food information wait for review while the published version stays on sale. availType draft takes it off the shop.",
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      const product = await saveProduct(
        c.var.services,
        _id,
        c.req.valid("query").product,
        c.req.valid("json"),
        expectedBy(c, await c.req.json()),
      );
      return c.json({ data: product }, 200, { ETag: etagOf(product) });
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path,
      operationId: "deleteProduct",
      ...mayRefuse("unknown_product", "changed_meanwhile"),
      ...ifMatch,
      tags,
      summary: "Delete a product; orders keep what they show of it",
      ...onlyFor("merchant"),
      request: { query: which },
      responses: answers(messageAnswer),
    }),
    async (c) => {
      const { _id } = await signedIn(c, "merchant");
      await removeProduct(c.var.services, _id, c.req.valid("query").product, expectedBy(c, null));
      return c.json({ message: "Product deleted Successfully" }, 200);
    },
  );
