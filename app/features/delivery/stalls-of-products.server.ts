import { sizeOf, sizesOnSale } from "~/features/products/variants.server";
import type { CartItem } from "~/features/cart/schema";
import type { Db } from "~/platform/database/database.server";
import type { Goods } from "./costs";
import type { StallOfCart } from "./options.server";

/** Goods of a line with their stall and the notice that they need. */
export type GoodsOfStall = Goods & { merchantId: string; noticeHours: number };

/** The stalls of goods, each with its goods and the longest notice of them. */
export function stallsOf(lines: Iterable<GoodsOfStall>): StallOfCart[] {
  const stalls = new Map<string, StallOfCart>();
  for (const { merchantId, noticeHours, ...goods } of lines) {
    const stall = stalls.get(merchantId) ?? { merchantId, noticeHours: 0, goods: [] };
    stalls.set(merchantId, stall);
    stall.noticeHours = Math.max(stall.noticeHours, noticeHours);
    stall.goods.push(goods);
  }
  return [...stalls.values()];
}

/** The stalls of a cart, in the order of its lines, at the prices of today. Two statements. */
export async function stallsOfCart(db: Db, lines: readonly CartItem[]): Promise<StallOfCart[]> {
  if (lines.length === 0) return [];
  const productIds = lines.map(({ product }) => product);
  const rows = await db
    .selectFrom("products")
    .select(["_id", "merchantId", "noticeHours", "title"])
    .where("_id", "in", productIds)
    .execute();
  const products = new Map(rows.map((row) => [row._id, row]));
  const sizes = await sizesOnSale(db, productIds);
  return stallsOf(
    lines.flatMap((line): GoodsOfStall[] => {
      const product = products.get(line.product);
      if (!product) return [];
      const { merchantId, noticeHours, title } = product;
      const cents = (sizeOf(line, sizes)?.priceCents ?? 0) * line.quantity;
      return [{ merchantId, noticeHours, productId: line.product, title, cents }];
    }),
  );
}
