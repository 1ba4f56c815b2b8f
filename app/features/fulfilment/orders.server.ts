import { unknownOrder } from "~/features/orders/errors.server";
import { ordersKept } from "~/features/sales/rules.server";
import type { Db } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { countGivenBack, countOrders, orderOfMerchant, ordersOfMerchant, searchOrders } from "./queries.server";
import type { MerchantOrderDetails, OrderFilters } from "./schema";

export const ORDERS_A_PAGE = 10;
const MOST_PAGES_AT_ONCE = 20;

/** A page of the merchant's orders, or the pages from `from` to `page` together, newest first. */
export async function merchantOrderPage(
  { db, dialect, config }: Pick<Services, "db" | "dialect" | "config">,
  merchantId: string,
  filters: OrderFilters,
  page: number,
  from = page,
) {
  const first = Math.min(page, Math.max(from, page - MOST_PAGES_AT_ONCE + 1));
  const stretch = { limit: (page - first + 1) * ORDERS_A_PAGE, offset: (first - 1) * ORDERS_A_PAGE };
  const found = filters.q ? await searchOrders(db, dialect, merchantId, filters, config.timeZone, stretch) : null;
  const docs = found?.docs ?? (await ordersOfMerchant(db, merchantId, filters, config.timeZone, stretch));
  const total =
    found?.total ??
    (await totalOf(db, merchantId, filters, config.timeZone, docs.length > 0 ? stretch.offset + docs.length : 0));
  return { docs, page, hasNextPage: page * ORDERS_A_PAGE < total, total };
}

async function totalOf(
  db: Db,
  merchantId: string,
  filters: OrderFilters,
  timeZone: string,
  seen: number,
): Promise<number> {
  const { status, since, until } = filters;
  if (since || until || (status && status !== "Delivered")) return countOrders(db, merchantId, filters, timeZone);
  // The sums know what was kept, so that only the few that went back, or are on their way, are counted one by one.
  const kept = await ordersKept(db, merchantId);
  if (!status) return Math.max(seen, kept + (await countGivenBack(db, merchantId)));
  const open = await Promise.all(
    (["Processing", "Shipped"] as const).map((on) => countOrders(db, merchantId, { ...filters, status: on }, timeZone)),
  );
  return Math.max(
    seen,
    open.reduce((left, count) => left - count, kept),
  );
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
