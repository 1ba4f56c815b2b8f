import { sizeOf, sizesOnSale } from "~/features/products/variants.server";
import type { CartItem } from "~/features/products/cart-lines-schema";
import { seasonIn, type SeasonColumns } from "~/features/products/season-schema";
import type { Db } from "~/platform/database/database.server";
import type { Goods } from "./costs";
import type { StallOfCart } from "./options.server";

/** Goods of a line with their stall, the notice that they need and their season. */
export type GoodsOfStall = Goods & SeasonColumns & { merchantId: string; noticeHours: number };

/** The stalls of goods, each with its goods, the longest notice of them and their seasons. */
export function stallsOf(lines: Iterable<GoodsOfStall>): StallOfCart[] {
  const stalls = new Map<string, StallOfCart>();
  for (const { merchantId, noticeHours, productId, title, cents, ...columns } of lines) {
    const stall = stalls.get(merchantId) ?? { merchantId, noticeHours: 0, seasons: [], goods: [] };
    stalls.set(merchantId, stall);
    stall.noticeHours = Math.max(stall.noticeHours, noticeHours);
    stall.goods.push({ productId, title, cents });
    const season = seasonIn(columns);
    if (season) stall.seasons.push({ title, season });
  }
  return [...stalls.values()];
}

/** The stalls of a cart, in the order of its lines, at the prices of today. Two statements. */
export async function stallsOfCart(db: Db, lines: readonly CartItem[]): Promise<StallOfCart[]> {
  if (lines.length === 0) return [];
  const productIds = lines.map(({ product }) => product);
  const rows = await db
    .selectFrom("products")
    .select(["_id", "merchantId", "noticeHours", "title", "seasonFrom", "seasonUntil", "seasonYearly"])
    .where("_id", "in", productIds)
    .execute();
  const products = new Map(rows.map((row) => [row._id, row]));
  const sizes = await sizesOnSale(db, productIds);
  return stallsOf(
    lines.flatMap((line): GoodsOfStall[] => {
      const product = products.get(line.product);
      if (!product) return [];
      const { _id: productId, ...goods } = product;
      const cents = (sizeOf(line, sizes)?.priceCents ?? 0) * line.quantity;
      return [{ ...goods, productId, cents }];
    }),
  );
}
