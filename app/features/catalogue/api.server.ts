import { createRoute, z } from "@hono/zod-openapi";
import { id } from "~/features/fields";
import { page, pageOf, updatedSince } from "~/features/pagination";
import { answers, mayRefuse, newApi, readByAll, type ApiContext } from "~/platform/http/api.server";
import { isPlaced, whereaboutsQuery } from "~/features/delivery/whereabouts-schema";
import { productPage } from "./product-list.server";
import { reachFor, toldReach, withReach } from "./product-reach.server";
import { categoryPage, productWithRelated } from "./rules.server";
import { suggestions } from "./find/suggestions.server";
import { changedPage, sitemapPage } from "./sitemap.server";
import {
  category,
  categoryQuery,
  product,
  productList,
  productQuery,
  suggestionList,
  suggestionsQuery,
} from "./schema";

const tags = ["Catalogue"];

/**
 * The answer is the same for everybody, and a cache may keep it if it asks the server each time. An answer to a request
 * with a token is not kept, because the next caller's token may not be valid.
 */
const forEverybody = (c: ApiContext): Record<string, string> =>
  c.req.header("Authorization") === undefined ? { "Cache-Control": "public, max-age=0, must-revalidate" } : {};

export const catalogueApi = newApi()
  .openapi(
    createRoute({
      method: "get",
      path: "/category",
      operationId: "listCategories",
      ...readByAll(),
      tags,
      summary: "Categories, 20 a page",
      request: { query: categoryQuery },
      responses: answers(pageOf(category)),
    }),
    async (c) => {
      const { page, sort } = c.req.valid("query");
      return c.json({ data: await categoryPage(c.var.services, page, sort) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/general",
      operationId: "listProducts",
      ...readByAll(),
      ...mayRefuse(["unknown_category", 404]),
      tags,
      summary: "Published products, 10 a page",
      request: { query: productQuery },
      responses: answers(productList),
    }),
    async (c) => {
      const query = c.req.valid("query");
      // A program that reads the whole list asks for each part once. Kept, these answers would push the pages out of
      // the cache. An answer for a postcode is not kept either, because it is valid only until the next cut-off.
      const headers = query.after === undefined && query.postcode === undefined ? forEverybody(c) : {};
      return c.json({ data: await productPage(c.var.services, query) }, 200, headers);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/suggestions",
      operationId: "suggestSearches",
      ...readByAll(),
      tags,
      summary: "What to search for, while somebody types; may be kept for a minute",
      request: { query: suggestionsQuery },
      responses: answers(suggestionList),
    }),
    async (c) => {
      c.header("Cache-Control", "public, max-age=60");
      return c.json({ data: await suggestions(c.var.services, c.req.valid("query").q) }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/sitemap",
      operationId: "listProductIds",
      ...readByAll(),
      tags,
      summary: "Ids of all published products, 10,000 a page",
      description:
        "With updatedSince: of those that were changed since, oldest change first. What is on sale no more is not among them.",
      request: { query: z.object({ page, updatedSince }) },
      responses: answers(
        z.object({
          data: z.object({
            docs: z.array(z.object({ _id: z.string(), updatedAt: z.string() })),
            page: z.number(),
            pages: z.number().describe("How many pages there are."),
            hasNextPage: z.boolean(),
          }),
        }),
      ),
    }),
    async (c) => {
      const { page: number, updatedSince: since } = c.req.valid("query");
      const { services } = c.var;
      const data =
        since === undefined ? await sitemapPage(services, number) : await changedPage(services.db, since, number);
      return c.json({ data }, 200);
    },
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/product/general/{id}",
      operationId: "getProduct",
      ...readByAll(),
      ...mayRefuse("unknown_product"),
      tags,
      summary: "One published product, and up to four of the same category",
      request: { params: z.object({ id }), query: whereaboutsQuery.refine(isPlaced.check, isPlaced.error) },
      responses: answers(z.object({ data: product, related: z.array(product) })),
    }),
    async (c) => {
      const filters = c.req.valid("query");
      const { product: data, related } = await productWithRelated(c.var.services, c.req.valid("param").id);
      const reach = await reachFor(c.var.services, filters);
      const answer = { data: withReach(data, reach), related: toldReach(related, reach) };
      return c.json(answer, 200, filters.postcode === undefined ? forEverybody(c) : {});
    },
  );
