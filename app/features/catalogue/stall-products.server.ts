import { rangeTag } from "~/features/cache-tags";
import { createRoute, z } from "@hono/zod-openapi";
import { id } from "~/features/fields";
import { pageOf } from "~/features/pagination";
import { publicStall } from "~/features/stalls/public-stall.server";
import { stallProductsQuery } from "~/features/stalls/schema";
import { noteCacheTags } from "~/platform/cache-tags.server";
import { answers, mayRefuse, newApi, readByAll } from "~/platform/http/api.server";
import type { Services } from "~/platform/services.server";
import { listedCount, listedProducts, rememberedIds } from "./memory.server";
import { MOST_PAGES_AT_ONCE, PRODUCTS_A_PAGE } from "./product-list.server";
import { product } from "./schema";
import { idsListed } from "./segments.server";

/** A page of what a stall has on sale, or the pages from `from` to `page` together, newest first. */
export async function stallProducts(
  services: Services,
  merchantId: string,
  { page, from = page }: { page: number; from?: number | undefined },
) {
  await publicStall(services, merchantId);
  noteCacheTags(rangeTag(merchantId));
  const first = Math.min(Math.max(from, page - MOST_PAGES_AT_ONCE + 1, 1), page);
  const offset = (first - 1) * PRODUCTS_A_PAGE;
  const total = await listedCount(services, `stall ${merchantId}`);
  const ids =
    offset < total
      ? await rememberedIds(services, JSON.stringify({ merchantId, first, page }), () =>
          idsListed(services.db, `stall ${merchantId}`, { limit: (page - first + 1) * PRODUCTS_A_PAGE, offset }),
        )
      : [];
  return { docs: await listedProducts(services, ids), page, hasNextPage: page * PRODUCTS_A_PAGE < total, total };
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
    request: { params: z.object({ id }), query: stallProductsQuery },
    responses: answers(pageOf(product)),
  }),
  async (c) =>
    c.json({ data: await stallProducts(c.var.services, c.req.valid("param").id, c.req.valid("query")) }, 200),
);
