import { rangeTag } from "~/features/cache-tags";
import { createRoute, z } from "@hono/zod-openapi";
import { isPlaced, whereaboutsQuery } from "~/features/delivery/whereabouts-schema";
import { id } from "~/features/fields";
import { MOST_COUNTED, pageOf } from "~/features/pagination";
import { publicStall } from "~/features/stores/public-stall.server";
import { stallProductsQuery } from "~/features/stores/schema";
import { noteCacheTags } from "~/platform/cache-tags.server";
import { answers, mayRefuse, newApi, readByAll } from "~/platform/http/api.server";
import type { Services } from "~/platform/services.server";
import { listedCount, listedProducts, rememberedIds } from "./memory.server";
import { MOST_PAGES_AT_ONCE, PRODUCTS_A_PAGE } from "./product-list.server";
import { idsListed } from "./lists.server";
import { reachFor, toldReach, type Asked } from "./product-reach.server";
import { product } from "./schema";

const query = stallProductsQuery.extend(whereaboutsQuery.shape).refine(isPlaced.check, isPlaced.error);

/** A page of a stall's products on sale, or the pages from `from` to `page` together, newest first. */
export async function stallProducts(
  services: Services,
  merchantId: string,
  { page, from = page, ...place }: { page: number; from?: number | undefined } & Asked,
) {
  await publicStall(services, merchantId);
  const reach = await reachFor(services, place);
  noteCacheTags(rangeTag(merchantId));
  const first = Math.min(Math.max(from, page - MOST_PAGES_AT_ONCE + 1, 1), page);
  const offset = (first - 1) * PRODUCTS_A_PAGE;
  const count = await listedCount(services, `stall ${merchantId}`);
  const total = Math.min(count, MOST_COUNTED);
  const ids =
    offset < total
      ? await rememberedIds(services, JSON.stringify({ merchantId, first, page }), () =>
          idsListed(services.db, `stall ${merchantId}`, "latest", {
            limit: (page - first + 1) * PRODUCTS_A_PAGE,
            offset,
          }),
        )
      : [];
  return {
    docs: toldReach(await listedProducts(services, ids), reach),
    page,
    hasNextPage: page * PRODUCTS_A_PAGE < total,
    total,
    ...(count > total && { cut: true }),
  };
}

export const stallProductsApi = newApi().openapi(
  createRoute({
    method: "get",
    path: "/stall/{id}/products",
    operationId: "listStallProducts",
    ...readByAll(),
    ...mayRefuse("unknown_stall"),
    tags: ["Stalls"],
    summary: "What a stall has on sale, newest first, 10 a page",
    request: { params: z.object({ id }), query },
    responses: answers(
      z.object({
        data: pageOf(product).shape.data.extend({
          cut: z
            .boolean()
            .optional()
            .describe("True where it has more: total counts no more, and pages go no further."),
        }),
      }),
    ),
  }),
  async (c) =>
    c.json({ data: await stallProducts(c.var.services, c.req.valid("param").id, c.req.valid("query")) }, 200),
);
