import { linesOf } from "~/features/orders/order.server";
import { titlesOffSale, wentOffSale } from "~/features/products/off-sale.server";
import type { OrderRow } from "~/platform/database/tables";
import type { Job } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { isSettled, noLongerSold } from "./errors.server";
import { giveUp } from "./give-up.server";

const MOST_AT_ONCE = 200;

/**
 * Refuses to go on with a waiting order of which something is off sale: its payment is ended, so that nobody is charged.
 * Was it paid already, `placeOrder` gives the money back and says so.
 */
export async function mustBeOnSale(services: Services, order: OrderRow): Promise<void> {
  const lines = await linesOf(services.db, order._id);
  const titles = await titlesOffSale(
    services.db,
    lines.map((line) => line.productId),
  );
  if (titles.length === 0) return;
  await giveUp(services, order);
  throw noLongerSold(titles);
}

/** Ends every checkout under way that is for something off sale, so that its open payment page charges nobody. */
export async function endOffSale(services: Services): Promise<void> {
  const { db, log } = services;
  const orders = await db
    .selectFrom("orders")
    .selectAll()
    .where("status", "=", "pending")
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom("orderLines as l")
          .innerJoin("products as p", "p._id", "l.productId")
          .select("l._id")
          .whereRef("l.orderId", "=", "orders._id")
          .where("p.isPublic", "=", 0),
      ),
    )
    .orderBy("heldUntil")
    .limit(MOST_AT_ONCE)
    .execute();
  for (const order of orders) {
    await giveUp(services, order).catch((error) => {
      if (!isSettled(error)) log.warn({ order: order._id, reason: String(error) }, "an order could not be given up");
    });
  }
}

export const offSaleJob: Job<Record<string, never>> = {
  ...wentOffSale,
  handle: (_, services) => endOffSale(services),
};
