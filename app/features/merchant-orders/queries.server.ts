import { sql } from "kysely";
import { billing } from "~/features/accounts/schema";
import { behind, changedSince, type Cursor } from "~/features/cursor.server";
import { backOf } from "~/features/orders/delivery-fee";
import { ordersTogether } from "~/features/orders/orders-together.server";
import { refundsByPart } from "~/features/orders/part-refunds.server";
import { takeBackUntil } from "~/features/orders/take-back-until";
import { traderIn } from "~/features/stores/trader.server";
import type { Db } from "~/platform/database/database.server";
import { COLUMNS, ordersByParts, withLines, type Found, type ListRange } from "./order-docs.server";
import { filtered, partFilter } from "./order-filters.server";
import type { MerchantOrderDetails, OpenOrders, OrderFilters } from "./schema";

/** How many orders match the filters, without the search text. An index of the parts is enough to count them. */
export async function countOrders(
  db: Db,
  merchantId: string,
  filters: OrderFilters,
  timeZone: string,
): Promise<number> {
  const row = await db
    .selectFrom("orderParts as p")
    .where(partFilter(merchantId, filters, timeZone))
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** How many orders of a merchant are to do, and how many are ready or on their way. One statement over an index. */
export async function countOpen(db: Db, merchantId: string): Promise<OpenOrders> {
  const rows = await db
    .selectFrom("orderParts")
    .where("merchantId", "=", merchantId)
    .where("statusText", "in", ["Processing", "Shipped"])
    .where("paidAt", "is not", null)
    .groupBy("statusText")
    .select("statusText")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .execute();
  const count = (status: keyof OpenOrders) => Number(rows.find(({ statusText }) => statusText === status)?.n ?? 0);
  return { Processing: count("Processing"), Shipped: count("Shipped") };
}

/** A range of a merchant's orders, newest first, lines included, without regard to a search text. Two statements. */
export async function ordersOfMerchant(
  db: Db,
  merchantId: string,
  filters: OrderFilters,
  timeZone: string,
  { limit, offset }: ListRange,
): Promise<Found> {
  // The subquery reads only an index, so a deep page costs little more than the first.
  return ordersByParts(
    db,
    db
      .selectFrom("orderParts as p")
      .where(partFilter(merchantId, filters, timeZone))
      .select("p._id")
      .orderBy("p.paidAt", "desc")
      .orderBy("p._id", "desc")
      .limit(limit)
      .offset(offset)
      .$asScalar(),
  );
}

interface Beyond {
  since: string | undefined;
  cursor: Cursor | null;
  limit: number;
}

/**
 * A merchant's orders behind a cursor, newest first, or the orders changed since a moment, oldest change first. `last`
 * is where they go on, null where they end. Searches use `searchOrders` instead. Two statements.
 */
export async function ordersBeyond(
  db: Db,
  merchantId: string,
  filters: OrderFilters,
  timeZone: string,
  beyond: Beyond,
): Promise<Found> {
  const rows = await ordersBeyondQuery(db, merchantId, filters, timeZone, beyond).execute();
  const [pageRows, last] = [rows.slice(0, beyond.limit), rows[beyond.limit - 1]];
  const goesOn = rows.length > beyond.limit && last !== undefined;
  const at = beyond.since === undefined ? last?.paidAt : last?.updatedAt;
  return { docs: await withLines(db, pageRows), last: goesOn ? { at: at ?? "", id: last.partId } : null };
}

/** The first of the two statements. A test checks its query plan. */
export function ordersBeyondQuery(
  db: Db,
  merchantId: string,
  filters: OrderFilters,
  timeZone: string,
  { since, cursor, limit }: Beyond,
) {
  const [column, direction] = since === undefined ? (["paidAt", "desc"] as const) : (["updatedAt", "asc"] as const);
  const query = filtered(db, merchantId, filters, timeZone)
    .leftJoin("partDeliveries as d", "d.partId", "p._id")
    .leftJoin("collectionPayments as c", "c.partId", "p._id")
    .select(COLUMNS)
    .orderBy(`p.${column}`, direction)
    .orderBy("p._id", direction)
    .limit(limit + 1);
  const place = { at: sql.ref<string>(`p.${column}`), id: sql.ref<string>("p._id") };
  if (since !== undefined) return query.where(changedSince(since, cursor, place));
  return cursor ? query.where(behind(cursor, place, direction)) : query;
}

/** How many of a merchant's orders were changed since a moment, under the filters. */
export async function countChanged(
  db: Db,
  merchantId: string,
  filters: OrderFilters,
  timeZone: string,
  since: string,
): Promise<number> {
  const row = await db
    .selectFrom("orderParts as p")
    .where(partFilter(merchantId, filters, timeZone))
    .where("p.updatedAt", ">=", since)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

/** One order of this merchant, whole, or undefined. */
export async function orderOfMerchant(
  db: Db,
  merchantId: string,
  orderId: string,
): Promise<MerchantOrderDetails | undefined> {
  const row = await db
    .selectFrom("orderParts as p")
    .innerJoin("orders as o", "o._id", "p.orderId")
    .leftJoin("partDeliveries as d", "d.partId", "p._id")
    .leftJoin("collectionPayments as c", "c.partId", "p._id")
    .select(COLUMNS)
    .select("p.trader")
    .where("p.orderId", "=", orderId)
    .where("p.merchantId", "=", merchantId)
    .where("p.paidAt", "is not", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const [order] = await withLines(db, [row]);
  const ordersByPart = await ordersTogether(db, [{ ...row, _id: row.partId, orderId, merchantId }]);
  return (
    order && {
      ...order,
      billing: billing.parse(JSON.parse(row.billing)),
      shippedAt: row.shippedAt,
      deliveredAt: row.deliveredAt,
      cancelledAt: row.cancelledAt,
      carrier: row.carrier,
      trackingNumber: row.trackingNumber,
      cancelReason: row.cancelReason,
      trader: traderIn(row.trader),
      refunds: backOf(row) > 0 ? ((await refundsByPart(db, orderId)).get(row.partId) ?? []) : [],
      together: (ordersByPart.get(row.partId) ?? []).filter(({ part }) => part !== row.partId),
      takeBackUntil: takeBackUntil(row),
    }
  );
}
