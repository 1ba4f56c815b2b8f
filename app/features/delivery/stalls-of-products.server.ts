import type { Db } from "~/platform/database/database.server";
import type { StallOfCart } from "./options.server";

/** The stalls of products, each with the longest notice of its goods. */
export function stallsOf(products: Iterable<{ merchantId: string; noticeHours: number }>): StallOfCart[] {
  const notice = new Map<string, number>();
  for (const { merchantId, noticeHours } of products)
    notice.set(merchantId, Math.max(notice.get(merchantId) ?? 0, noticeHours));
  return [...notice].map(([merchantId, noticeHours]) => ({ merchantId, noticeHours }));
}

/** The same of products by id, in the order of the ids. One statement. */
export async function stallsOfProducts(db: Db, productIds: string[]): Promise<StallOfCart[]> {
  if (productIds.length === 0) return [];
  const rows = await db
    .selectFrom("products")
    .select(["_id", "merchantId", "noticeHours"])
    .where("_id", "in", productIds)
    .execute();
  return stallsOf(rows.sort((one, other) => productIds.indexOf(one._id) - productIds.indexOf(other._id)));
}
