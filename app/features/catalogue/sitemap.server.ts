import type { Services } from "~/platform/services.server";
import { stretchOf } from "./segments.server";

export const ADDRESSES_A_PAGE = 10_000;

/** Ids of public products with the day of their last change, ten thousand a page, newest first. */
export async function sitemapPage(services: Services, page: number) {
  const { query } = await stretchOf(services.db, "all", {
    limit: ADDRESSES_A_PAGE + 1,
    offset: (page - 1) * ADDRESSES_A_PAGE,
  });
  const rows = await query.select(["_id", "updatedAt"]).execute();
  return { docs: rows.slice(0, ADDRESSES_A_PAGE), page, hasNextPage: rows.length > ADDRESSES_A_PAGE };
}
