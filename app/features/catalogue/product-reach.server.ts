import { OPEN_TAGS } from "~/features/delivery/planned-ways.server";
import { reachOf, type Reach } from "~/features/delivery/reach.server";
import { noteCacheTags } from "~/platform/cache-tags.server";
import type { Services } from "~/platform/services.server";
import type { Product } from "./schema";

/** Where and when a query says that goods are wanted. */
export interface Asked {
  postcode?: string | undefined;
  day?: string | undefined;
}

/** The place and day that a query names, with the stalls that reach it; null where it names none. */
export async function reachFor(services: Services, { postcode, day }: Asked): Promise<Reach | null> {
  if (postcode === undefined) return null;
  noteCacheTags(...OPEN_TAGS);
  return reachOf(services, { postcode, day: day || null });
}

/** A product with whether it reaches; as it is where nobody asks. */
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
