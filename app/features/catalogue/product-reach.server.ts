import { OPEN_TAGS } from "~/features/delivery/planned-ways.server";
import { reachOf, type Reach } from "~/features/delivery/reach.server";
import { noteCacheTags } from "~/platform/cache-tags.server";
import type { Services } from "~/platform/services.server";
import type { Product } from "./schema";

/** The place and day for which a query wants goods. */
export interface Asked {
  postcode?: string | undefined;
  day?: string | undefined;
}

/** The stalls that reach the place and day of a query; null if it names no place. */
export async function reachFor(services: Services, { postcode, day }: Asked): Promise<Reach | null> {
  if (postcode === undefined) return null;
  noteCacheTags(...OPEN_TAGS);
  return reachOf(services, { postcode, day: day || null });
}

/** A product with whether it reaches the place. Without `reach`, the product is unchanged. */
export const withReach = (product: Product, reach: Reach | null): Product =>
  reach ? { ...product, reaches: reach.of(goodsOf(product)) } : product;

export const toldReach = (products: Product[], reach: Reach | null): Product[] =>
  reach ? products.map((product) => withReach(product, reach)) : products;

const goodsOf = ({ _id, merchant, noticeHours = 0, season }: Product) => ({
  _id,
  merchantId: merchant._id,
  noticeHours,
  season: season ?? null,
});
