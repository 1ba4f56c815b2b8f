import { firstOrderOf } from "~/features/delivery/slot-orders.server";
import type { Db } from "~/platform/database/database.server";
import type { OrderTogether } from "./schema";

/** A part of an order with the columns of its delivery that say with which orders it is handed over. */
interface PartOfOrder {
  _id: string;
  orderId: string;
  merchantId: string;
  day: string | null;
  joinedTo: string | null;
  marketDayId: string | null;
}

/**
 * The other paid orders that parts are handed over with, by part id: orders that were added to the part's order, and
 * the order to which it was added. One statement, none if no part has a time.
 */
export async function ordersTogether(db: Db, parts: readonly PartOfOrder[]): Promise<Map<string, OrderTogether[]>> {
  const timed = parts.filter(({ day }) => day !== null);
  const firstOrders = [...new Set(timed.map(firstOrderOf))];
  if (firstOrders.length === 0) return new Map();
  const rows = await db
    .selectFrom("partDeliveries as d")
    .innerJoin("orders as o", "o._id", "d.orderId")
    .innerJoin("orderParts as p", "p._id", "d.partId")
    .leftJoin("stores as s", "s.userId", "d.merchantId")
    .select(["d.partId", "d.orderId", "d.joinedTo", "d.merchantId", "d.marketDayId"])
    .select(["o.itemId", "p.statusText", "s.storeName"])
    .where((eb) => eb.or([eb("d.orderId", "in", firstOrders), eb("d.joinedTo", "in", firstOrders)]))
    .where("o.status", "=", "paid")
    .orderBy("d.orderId")
    .orderBy("d.partId")
    .execute();
  return new Map(
    timed.map((part) => [
      part._id,
      rows
        .filter(
          (row) =>
            row.orderId !== part.orderId &&
            firstOrderOf(row) === firstOrderOf(part) &&
            (row.merchantId === part.merchantId || (row.marketDayId !== null && row.marketDayId === part.marketDayId)),
        )
        .map(({ orderId, itemId, partId, storeName, statusText }) => ({
          order: orderId,
          itemId,
          part: partId,
          storeName: storeName || "The stall",
          statusText,
        })),
    ]),
  );
}
