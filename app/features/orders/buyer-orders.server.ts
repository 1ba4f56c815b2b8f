import { sql } from "kysely";
import { fillCart } from "~/features/cart/change-cart.server";
import type { SavedLists } from "~/features/cart/schema";
import { behind, cutAt, readCursor, type Cursor } from "~/features/cursor.server";
import { publicProducts } from "~/features/catalogue/public-products.server";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { unknownOrder } from "./errors.server";
import { lineDocs, orderDetails, toOrder } from "./order-details.server";
import { changedOrders } from "./orders-by-change.server";
import type { OrderDetails, OrderPageQuery } from "./schema";

export const ORDERS_A_PAGE = 10;
const MOST_PAGES_AT_ONCE = 20;

const LIST = "orders";
const BY_CHANGE = "orders changed";

/**
 * A page of the buyer's paid orders, newest first, or the pages from `from` to `page` together. With `after`, the
 * orders behind that cursor. With `updatedSince`, the orders changed since then, oldest change first.
 */
export async function orderPage({ db }: Pick<Services, "db">, buyerId: string, query: OrderPageQuery) {
  const { page, from = page, after, updatedSince } = query;
  if (updatedSince !== undefined) {
    const changed = await changedOrders(db, BY_CHANGE, { ...query, updatedSince }, ORDERS_A_PAGE, (orders) =>
      orders.where("o.buyerId", "=", buyerId).where("o.status", "=", "paid"),
    );
    return { ...changed, docs: await withLines(db, changed.docs) };
  }
  const size = (query.from === undefined ? query.limit : undefined) ?? ORDERS_A_PAGE;
  const cursor = readCursor(LIST, after);
  const first = cursor ? page : Math.min(page, Math.max(from, page - MOST_PAGES_AT_ONCE + 1));
  const range = cursor ? { limit: size, cursor } : { limit: (page - first + 1) * size, offset: (first - 1) * size };
  const { rows, total } = await ordersOfBuyer(db, buyerId, range);
  const { docs: pageRows, next } = cutAt(LIST, rows, range.limit, ({ _id, createdAt }) => ({
    at: createdAt,
    id: _id,
  }));
  return { docs: await withLines(db, pageRows), page: cursor ? 1 : page, hasNextPage: next !== null, total, next };
}

async function withLines(db: Db, rows: OrderRow[]) {
  const lines = await lineDocs(
    db,
    rows.map((row) => row._id),
  );
  return rows.map((row) => toOrder(row, lines.get(row._id) ?? []));
}

/** One paid order of this buyer, whole. Refuses `unknown_order` for any other. */
export async function orderFor(
  services: Pick<Services, "db">,
  buyerId: string,
  orderId: string,
): Promise<OrderDetails> {
  const order = await orderOfBuyer(services.db, buyerId, orderId);
  if (!order) throw unknownOrder();
  return order;
}

/** Every order of a buyer, whole, oldest first, including orders that were never paid or were refused. */
export async function everyOrderOf(
  { db }: Pick<Services, "db">,
  buyerId: string,
): Promise<(OrderDetails & { status: OrderRow["status"] })[]> {
  const orders = [];
  for (const row of await rowsOfBuyer(db, buyerId))
    orders.push({ ...(await orderDetails(db, row)), status: row.status });
  return orders;
}

export interface BoughtAgain {
  lists: SavedLists;
  /** Titles that cannot be bought now, each once. */
  missing: string[];
  /** Titles with fewer pieces left than were ordered, and the quantity that went into the cart. */
  fewer: { title: string; quantity: number }[];
}

/**
 * Puts an order's goods into the cart again, in their sizes, as far as they can be bought now. Refuses `cart_full` if
 * the cart has no room for all of them.
 */
export async function buyAgain(services: Services, buyerId: string, orderId: string): Promise<BoughtAgain> {
  const order = await orderFor(services, buyerId, orderId);
  const sizesOnSale = new Map(
    (
      await publicProducts(
        services,
        order.carts.map((line) => line.product._id),
      )
    )
      .filter((p) => p.merchant.closedUntil === undefined && p.season?.isOpen !== false)
      .flatMap((p) => p.variants.filter(({ quantity }) => quantity > 0).map((size) => [size._id, size])),
  );
  const lines = order.carts.flatMap(({ product, variant, quantity }) => {
    const size = sizesOnSale.get(variant._id);
    if (!size) return [];
    const available = Math.min(quantity, size.quantity);
    return [
      {
        title: product.title,
        isFewer: available < quantity,
        item: { product: product._id, variant: size._id, quantity: available },
      },
    ];
  });
  const missing = order.carts.filter((line) => !sizesOnSale.has(line.variant._id)).map((line) => line.product.title);
  return {
    lists: await fillCart(
      services,
      buyerId,
      lines.map(({ item }) => item),
    ),
    missing: [...new Set(missing)],
    fewer: lines.filter(({ isFewer }) => isFewer).map(({ title, item }) => ({ title, quantity: item.quantity })),
  };
}

/** Up to `limit` + 1 of the buyer's paid orders, newest first, and how many there are in all. Two statements. */
async function ordersOfBuyer(
  db: Db,
  buyerId: string,
  { limit, offset = 0, cursor }: { limit: number; offset?: number; cursor?: Cursor },
): Promise<{ rows: OrderRow[]; total: number }> {
  const mine = db.selectFrom("orders").where("buyerId", "=", buyerId).where("status", "=", "paid");
  const { n } = await mine.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
  const place = { at: sql.ref<string>("createdAt"), id: sql.ref<string>("_id") };
  const rows = await (cursor ? mine.where(behind(cursor, place, "desc")) : mine)
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(limit + 1)
    .offset(offset)
    .execute();
  return { rows, total: Number(n) };
}

function rowsOfBuyer(db: Db, buyerId: string): Promise<OrderRow[]> {
  return db
    .selectFrom("orders")
    .selectAll()
    .where("buyerId", "=", buyerId)
    .orderBy("createdAt")
    .orderBy("_id")
    .execute();
}

/** One order of this buyer, whole, or undefined. */
async function orderOfBuyer(
  db: Db,
  buyerId: string,
  orderId: string,
  statuses: OrderRow["status"][] = ["paid"],
): Promise<OrderDetails | undefined> {
  const row = await db
    .selectFrom("orders")
    .selectAll()
    .where("_id", "=", orderId)
    .where("buyerId", "=", buyerId)
    .where("status", "in", statuses)
    .executeTakeFirst();
  return row && orderDetails(db, row);
}
