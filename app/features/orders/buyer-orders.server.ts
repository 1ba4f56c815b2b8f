import { fillCart } from "~/features/cart/change-cart.server";
import type { SavedLists } from "~/features/cart/schema";
import { publicProducts } from "~/features/catalogue/public-products.server";
import type { Db } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { unknownOrder } from "./errors.server";
import { lineDocs, orderDetails, toOrder } from "./order-details.server";
import type { Order, OrderDetails } from "./schema";

export const ORDERS_A_PAGE = 10;
const MOST_PAGES_AT_ONCE = 20;

/** A page of the buyer's paid orders, or the pages from `from` to `page` together, newest first. */
export async function orderPage(services: Pick<Services, "db">, buyerId: string, page: number, from = page) {
  const first = Math.min(page, Math.max(from, page - MOST_PAGES_AT_ONCE + 1));
  const { docs, total } = await ordersOfBuyer(services.db, buyerId, {
    limit: (page - first + 1) * ORDERS_A_PAGE,
    offset: (first - 1) * ORDERS_A_PAGE,
  });
  return { docs, page, hasNextPage: page * ORDERS_A_PAGE < total, total };
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

/** Every order of a buyer, whole, with those that were never paid or went back; oldest first. */
export async function everyOrderOf(
  { db }: Pick<Services, "db">,
  buyerId: string,
): Promise<(OrderDetails & { status: OrderRow["status"] })[]> {
  const orders = [];
  for (const row of await rowsOfBuyer(db, buyerId))
    orders.push({ ...(await orderDetails(db, row)), status: row.status });
  return orders;
}

/** Puts what was ordered once into the cart again, as far as it is still sold. Answers the titles that are not. */
export async function buyAgain(
  services: Services,
  buyerId: string,
  orderId: string,
): Promise<{ lists: SavedLists; missing: string[] }> {
  const order = await orderFor(services, buyerId, orderId);
  const sold = new Map(
    (
      await publicProducts(
        services,
        order.carts.map((line) => line.product._id),
      )
    )
      .filter((p) => p.quantity > 0 && p.merchant.closedUntil === undefined)
      .map((p) => [p._id, p]),
  );
  const lines = order.carts.flatMap((line) => {
    const product = sold.get(line.product._id);
    return product ? [{ product: product._id, quantity: Math.min(line.quantity, product.quantity) }] : [];
  });
  return {
    lists: await fillCart(services, buyerId, lines),
    missing: order.carts.filter((line) => !sold.has(line.product._id)).map((line) => line.product.title),
  };
}

/** A stretch of the buyer's paid orders, newest first, lines included. Two statements and a count. */
async function ordersOfBuyer(
  db: Db,
  buyerId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ docs: Order[]; total: number }> {
  const mine = db.selectFrom("orders").where("buyerId", "=", buyerId).where("status", "=", "paid");
  const { n } = await mine.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
  const rows = await mine
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const lines = await lineDocs(
    db,
    rows.map((row) => row._id),
  );
  return { docs: rows.map((row) => toOrder(row, lines.get(row._id) ?? [])), total: Number(n) };
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
