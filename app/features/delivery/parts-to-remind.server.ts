import type { Trx } from "~/platform/database/database.server";
import type { PartDeliveryRow } from "~/platform/database/tables";

/**
 * Marks the parts of some orders that are collected or come on a day as reminded of it, and answers them; parts of one
 * order are marked together. Two statements.
 */
export async function markReminded(
  trx: Trx,
  { day, at, limit }: { day: string; at: string; limit: number },
): Promise<PartDeliveryRow[]> {
  const toRemind = trx
    .selectFrom("partDeliveries")
    .where("day", "=", day)
    .where("remindedAt", "is", null)
    .where("holdsPlace", "=", 1);
  const orders = await toRemind.select("orderId").distinct().orderBy("orderId").limit(limit).execute();
  if (orders.length === 0) return [];
  return trx
    .updateTable("partDeliveries")
    .set({ remindedAt: at })
    .where(
      "orderId",
      "in",
      orders.map(({ orderId }) => orderId),
    )
    .where("day", "=", day)
    .where("remindedAt", "is", null)
    .where("holdsPlace", "=", 1)
    .returningAll()
    .execute();
}
