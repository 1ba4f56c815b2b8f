import type { Services } from "~/platform/services.server";

export const ADDRESSES_A_PAGE = 10_000;

/** Ids of public products with the day of their last change, ten thousand a page, newest first. */
export async function sitemapPage(services: Services, page: number) {
  const { db } = services;
  const rows = await db
    .selectFrom("products")
    .select(["_id", "updatedAt"])
    .where("isPublic", "=", 1)
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(ADDRESSES_A_PAGE + 1)
    .offset((page - 1) * ADDRESSES_A_PAGE)
    .execute();
  return { docs: rows.slice(0, ADDRESSES_A_PAGE), page, hasNextPage: rows.length > ADDRESSES_A_PAGE };
}
