import { cursorWord, readCursor, type Cursor } from "~/features/cursor.server";
import { unknownOrder } from "~/features/orders/errors.server";
import { placedParts } from "~/features/collection-payments/unpaid-parts.server";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import {
  countChanged,
  countOpen,
  countOrders,
  orderOfMerchant,
  ordersBeyond,
  ordersOfMerchant,
} from "./queries.server";
import { searchOrders } from "./search-orders.server";
import type { MerchantOrder, MerchantOrderDetails, OpenOrders, OrderFilters, OrderQuery } from "./schema";

export const ORDERS_A_PAGE = 10;
const MOST_PAGES_AT_ONCE = 20;

type Needed = Pick<Services, "db" | "dialect" | "config">;

const NEWEST_FIRST = "sales by payment";
const BY_CHANGE = "sales changed";

/**
 * A page of the merchant's orders, newest first, or the pages from `from` to `page` together. With a cursor or a moment
 * of change, what `ordersAfter` returns.
 */
export async function merchantOrderPage(services: Needed, merchantId: string, query: OrderQuery) {
  if (query.after !== undefined || query.updatedSince !== undefined) return ordersAfter(services, merchantId, query);
  const { db, dialect, config } = services;
  const { page, from = page, limit, counts, ...filters } = query;
  const size = (query.from === undefined ? limit : undefined) ?? ORDERS_A_PAGE;
  const first = Math.min(page, Math.max(from, page - MOST_PAGES_AT_ONCE + 1));
  const range = { limit: (page - first + 1) * size, offset: (first - 1) * size };
  const searched = filters.q ? await searchOrders(db, dialect, merchantId, filters, config.timeZone, range) : null;
  const { docs, last } = searched ?? (await ordersOfMerchant(db, merchantId, filters, config.timeZone, range));
  const open = counts && (await countOpen(db, merchantId));
  const end = docs.length > 0 ? range.offset + docs.length : 0;
  const total = searched?.total ?? (await totalOf(db, merchantId, filters, config.timeZone, end, open));
  const hasNextPage = page * size < total;
  const next = hasNextPage && last ? cursorWord(NEWEST_FIRST, last) : null;
  return { docs, page, hasNextPage, total, next, ...(open && { open }) };
}

/** Orders behind a cursor, or changed since a moment. */
async function ordersAfter({ db, dialect, config }: Needed, merchantId: string, query: OrderQuery) {
  const { updatedSince: since, after, limit = ORDERS_A_PAGE, counts } = query;
  const open = counts && (await countOpen(db, merchantId));
  const list = since === undefined ? NEWEST_FIRST : BY_CHANGE;
  const cursor = readCursor(list, after);
  const answer = (docs: MerchantOrder[], total: number, last: Cursor | null) => ({
    docs,
    page: 1,
    hasNextPage: last !== null,
    total,
    next: last && cursorWord(list, last),
    ...(open && { open }),
  });
  if (query.q) {
    const range = { limit, offset: 0 };
    const result = await searchOrders(db, dialect, merchantId, query, config.timeZone, range, cursor);
    return answer(result.docs, result.total, result.more ? result.last : null);
  }
  const { docs, last } = await ordersBeyond(db, merchantId, query, config.timeZone, { since, cursor, limit });
  const total =
    since === undefined
      ? await totalOf(db, merchantId, query, config.timeZone, docs.length, open)
      : await countChanged(db, merchantId, query, config.timeZone, since);
  return answer(docs, total, last);
}

async function totalOf(
  db: Db,
  merchantId: string,
  filters: OrderFilters,
  timeZone: string,
  startSeq: number,
  open: OpenOrders | undefined,
): Promise<number> {
  const { status, since, until, externalId } = filters;
  if (since || until || externalId !== undefined) return countOrders(db, merchantId, filters, timeZone);
  if (open && (status === "Processing" || status === "Shipped")) return Math.max(startSeq, open[status]);
  if (status && status !== "Delivered") return countOrders(db, merchantId, filters, timeZone);
  // The stored sums say how many parts were paid and refunded, so only the few that are open are counted one by one.
  const { paid, refunded, unpaid, unpaidOpen } = await placedParts(db, merchantId);
  if (!status) return Math.max(startSeq, paid + unpaid);
  const { Processing, Shipped } = open ?? (await countOpen(db, merchantId));
  return Math.max(startSeq, paid - refunded + unpaidOpen - Processing - Shipped);
}

export async function merchantOrder(
  { db }: Pick<Services, "db">,
  merchantId: string,
  orderId: string,
): Promise<MerchantOrderDetails> {
  const order = await orderOfMerchant(db, merchantId, orderId);
  if (!order) throw unknownOrder();
  return order;
}
