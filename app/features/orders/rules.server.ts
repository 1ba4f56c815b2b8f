import { fillCart } from "~/features/cart/rules.server";
import { publicProducts } from "~/features/catalogue/queries.server";
import type { SavedLists } from "~/features/cart/schema";
import { sql } from "kysely";
import { noBilling, type Billing } from "~/features/accounts/schema";
import type { Db, Trx } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import { refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { orderDetails, orderOfBuyer, ordersOfBuyer, rowsOfBuyer, type BuyerSnapshot } from "./queries.server";
import type { OrderDetails } from "./schema";

export const ORDERS_A_PAGE = 10;
const MOST_PAGES_AT_ONCE = 20;

export const unknownOrder = refusal("unknown_order", 404, "There is no such order.");

/** A page of the buyer's paid orders, or the pages from `from` to `page` together, newest first. */
export async function orderPage(services: Pick<Services, "db">, buyerId: string, page: number, from = page) {
  const first = Math.min(page, Math.max(from, page - MOST_PAGES_AT_ONCE + 1));
  const { docs, total } = await ordersOfBuyer(services.db, buyerId, {
    limit: (page - first + 1) * ORDERS_A_PAGE,
    offset: (first - 1) * ORDERS_A_PAGE,
  });
  return { docs, page, hasNextPage: page * ORDERS_A_PAGE < total, total };
}

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
        services.db,
        order.carts.map((line) => line.product._id),
      )
    )
      .filter((p) => p.quantity > 0)
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

const NOBODY: BuyerSnapshot = { firstName: "Former", lastName: "customer", email: "", telephone: "" };
const NOWHERE = JSON.stringify(noBilling);

/**
 * Takes the person out of their orders; sums, products and dates stay in the books. What is still on its way keeps
 * name and street to arrive at, until `anonymiseArrived` takes those too.
 */
export async function anonymiseOrdersOf(trx: Trx, buyerId: string): Promise<void> {
  const mine = trx.updateTable("orders").where("buyerId", "=", buyerId);
  const gone = { buyer: JSON.stringify(NOBODY), buyerText: "", billing: NOWHERE, notes: "" };
  const open = await trx
    .selectFrom("orders")
    .select(["_id", "shipping"])
    .where("buyerId", "=", buyerId)
    .where("status", "=", "paid")
    .where("isCompleted", "=", 0)
    .execute();
  await mine
    .set({ ...gone, shipping: NOWHERE })
    .where("_id", "not in", ["", ...open.map((order) => order._id)])
    .execute();
  if (open.length === 0) return;
  const needed = open.map(
    (order) =>
      [order._id, JSON.stringify({ ...(JSON.parse(order.shipping) as Billing), email: "", telephone: "" })] as const,
  );
  const cases = needed.map(([id, shipping]) => sql`when ${id} then ${shipping}`);
  await mine
    .set({ ...gone, shipping: sql<string>`case "_id" ${sql.join(cases, sql` `)} end` })
    .where(
      "_id",
      "in",
      open.map((order) => order._id),
    )
    .execute();
}

/** Takes the address out of orders that have arrived since their buyer left. */
export async function anonymiseArrived(db: Db): Promise<void> {
  await db
    .updateTable("orders")
    .set({ shipping: NOWHERE })
    .where("isCompleted", "=", 1)
    .where("shipping", "<>", NOWHERE)
    .where("buyerId", "in", (eb) => eb.selectFrom("users").select("_id").where("deletedAt", "is not", null))
    .execute();
}
