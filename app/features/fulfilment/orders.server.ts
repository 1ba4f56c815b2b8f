import { unknownOrder } from "~/features/orders/rules.server";
import { ordersKept } from "~/features/sales/rules.server";
import type { Services } from "~/platform/services.server";
import { countGivenBack, countOrders, orderOfMerchant, ordersOfMerchant } from "./queries.server";
import type { MerchantOrderDetails, OrderFilters } from "./schema";

export const ORDERS_A_PAGE = 10;
const MOST_PAGES_AT_ONCE = 20;

/** A page of the merchant's orders, or the pages from `from` to `page` together, newest first. */
export async function merchantOrderPage({ db, config }: Pick<Services, "db" | "config">, merchantId: string, filters: OrderFilters, page: number, from = page) {
  const first = Math.min(page, Math.max(from, page - MOST_PAGES_AT_ONCE + 1));
  const offset = (first - 1) * ORDERS_A_PAGE;
  const docs = await ordersOfMerchant(db, merchantId, filters, config.timeZone, { limit: (page - first + 1) * ORDERS_A_PAGE, offset });
  // All of them are known from the sums and need not be counted one by one: what was kept, and what went back.
  const total = Object.values(filters).some(Boolean) ? await countOrders(db, merchantId, filters, config.timeZone)
    : Math.max(docs.length > 0 ? offset + docs.length : 0, (await ordersKept(db, merchantId)) + (await countGivenBack(db, merchantId)));
  return { docs, page, hasNextPage: page * ORDERS_A_PAGE < total, total };
}

export async function merchantOrder({ db }: Pick<Services, "db">, merchantId: string, orderId: string): Promise<MerchantOrderDetails> {
  const order = await orderOfMerchant(db, merchantId, orderId);
  if (!order) throw unknownOrder();
  return order;
}
