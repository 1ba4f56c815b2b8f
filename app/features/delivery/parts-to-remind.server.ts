import type { Trx } from "~/platform/database/database.server";
import type { PartDeliveryRow } from "~/platform/database/tables";

/**
 * Marks the parts of some orders that are collected or come on a day as reminded, and returns them. Parts of one order,
 * and of orders that were added to it, are marked together. Two statements.
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
  const orders = await toRemind
    .select((eb) => eb.fn.coalesce("joinedTo", "orderId").as("firstOrder"))
    .distinct()
    .orderBy("firstOrder")
    .limit(limit)
    .execute();
  if (orders.length === 0) return [];
  const firstOrders = orders.map(({ firstOrder }) => firstOrder);
  return trx
    .updateTable("partDeliveries")
    .set({ remindedAt: at })
    .where((eb) =>
      eb.or([
        eb.and([eb("orderId", "in", firstOrders), eb("joinedTo", "is", null)]),
        eb("joinedTo", "in", firstOrders),
      ]),
    )
    .where("day", "=", day)
    .where("remindedAt", "is", null)
    .where("holdsPlace", "=", 1)
    .returningAll()
    .execute();
}
