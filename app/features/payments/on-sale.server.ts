import { linesOf } from "~/features/orders/order.server";
import { titlesOffSale } from "~/features/products/off-sale.server";
import type { Db } from "~/platform/database/database.server";

/** The titles of what an order is for that is off sale by now. */
export async function offSaleIn(db: Db, orderId: string): Promise<string[]> {
  const lines = await linesOf(db, orderId);
  return titlesOffSale(
    db,
    lines.map((line) => line.productId),
  );
}
