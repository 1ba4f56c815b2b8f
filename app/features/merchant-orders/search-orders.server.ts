import type { Cursor } from "~/features/cursor.server";
import type { Db } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import { ordersByParts, type Found, type ListRange } from "./order-docs.server";
import { customerFilter, filtered, numberIn, partFilter, wordsIn } from "./order-filters.server";
import { MOST_FOUND, type OrderFilters } from "./schema";

/**
 * The most matching orders of the marketplace that are searched for the merchant's own. If a search finds more, going
 * down the merchant's own list soon meets enough of them. Measured with 100,000 orders.
 */
const FEW = 3000;

/**
 * A range of a merchant's orders that a search finds, newest first, lines included, and how many it finds. If there
 * are very many, it finds only the newest MOST_FOUND. With a cursor the range is counted from behind it.
 */
export async function searchOrders(
  db: Db,
  dialect: Dialect,
  merchantId: string,
  filters: OrderFilters,
  timeZone: string,
  { limit, offset }: ListRange,
  cursor: Cursor | null = null,
): Promise<Found & { total: number; more: boolean }> {
  const foundNumbers = await fewFound(db, dialect, filters);
  if (foundNumbers?.length === 0) return { docs: [], last: null, total: 0, more: false };
  const first = db
    .selectFrom("orders as o")
    .where("o.itemId", "in", foundNumbers ?? [])
    .where(customerFilter(filters));
  const partRows = foundNumbers
    ? await first
        .crossJoin("orderParts as p")
        .whereRef("p.orderId", "=", "o._id")
        .where(partFilter(merchantId, filters, timeZone, true))
        .select(["p._id", "p.paidAt"])
        .orderBy("p.paidAt", "desc")
        .orderBy("p._id", "desc")
        .execute()
    : await filtered(db, merchantId, filters, timeZone)
        .select(["p._id", "p.paidAt"])
        .orderBy("p.paidAt", "desc")
        .orderBy("p._id", "desc")
        .limit(MOST_FOUND)
        .execute();
  const rows = cursor
    ? partRows.filter(({ paidAt, _id }) => (paidAt ?? "") < cursor.at || (paidAt === cursor.at && _id < cursor.id))
    : partRows;
  const ids = rows.slice(offset, offset + limit).map((row) => row._id);
  const page = ids.length > 0 ? await ordersByParts(db, ids) : { docs: [], last: null };
  return { ...page, total: partRows.length, more: rows.length > offset + limit };
}

/** The numbers of all orders of the marketplace that a search may mean; null if they are too many to look through. */
async function fewFound(db: Db, dialect: Dialect, filters: OrderFilters): Promise<number[] | null> {
  const number = numberIn(filters);
  if (number) return [Number(number)];
  const words = wordsIn(filters);
  const searched = words.length > 0 ? dialect.ordersSearched(words, FEW + 1) : null;
  if (!searched) return null;
  const { rows } = await searched.execute(db);
  return rows.length > FEW ? null : rows.map((row) => Number(row.itemId));
}
