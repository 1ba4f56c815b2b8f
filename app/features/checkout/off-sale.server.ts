import { linesOf, partsOf } from "~/features/orders/order.server";
import { titlesOffSale, wentOffSale } from "~/features/products/off-sale.server";
import { isOutOfSeason, outOfSeasonSentences } from "~/features/products/season.server";
import { closedStalls, onHoliday } from "~/features/stores/closed-stalls.server";
import { today } from "~/features/stores/holiday";
import type { OrderRow } from "~/platform/database/tables";
import type { Job } from "~/platform/jobs/jobs.server";
import type { Services } from "~/platform/services.server";
import { isSettled, noLongerSold, noPendingPayment, outOfSeason, stallsClosed } from "./errors.server";
import { giveUp } from "./give-up.server";

const MOST_AT_ONCE = 200;

/**
 * Refuses to go on with a waiting order that has goods off sale or out of season, or of a stall on holiday. Its payment
 * is ended, so that nobody is charged. If the order was paid meanwhile, `placeOrder` refunds it if goods are off sale,
 * and says so. An order that was paid as the stall closed stands.
 */
export async function mustBeOnSale(services: Services, order: OrderRow): Promise<void> {
  const lines = await linesOf(services.db, order._id);
  const productIds = lines.map((line) => line.productId);
  const titles = await titlesOffSale(services.db, productIds);
  const seasons = await outOfSeasonSentences(services.db, productIds, today(services));
  const parts = await partsOf(services.db, order._id);
  const closed = await closedStalls(
    services.db,
    services,
    parts.map((part) => part.merchantId),
  );
  if (titles.length === 0 && seasons.length === 0 && closed.size === 0) return;
  await giveUp(services, order);
  if (titles.length > 0) throw noLongerSold(titles);
  const now = await services.db.selectFrom("orders").select("status").where("_id", "=", order._id).executeTakeFirst();
  if (now?.status !== "released") throw noPendingPayment();
  throw seasons.length > 0 ? outOfSeason(seasons) : stallsClosed([...closed.values()]);
}

/**
 * Ends every waiting checkout with goods off sale, out of season or of a closed stall, so that its open payment page
 * charges nobody.
 */
export async function endOffSale(services: Services): Promise<void> {
  const { db, log } = services;
  const orders = await db
    .selectFrom("orders")
    .selectAll()
    .where("status", "=", "pending")
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom("orderLines as l")
            .innerJoin("products as p", "p._id", "l.productId")
            .select("l._id")
            .whereRef("l.orderId", "=", "orders._id")
            .where((product) => product.or([product("p.isPublic", "=", 0), isOutOfSeason("p", today(services))])),
        ),
        eb.exists(
          eb
            .selectFrom("orderParts as part")
            .innerJoin("stores", "stores.userId", "part.merchantId")
            .select("part._id")
            .whereRef("part.orderId", "=", "orders._id")
            .where(onHoliday(today(services))),
        ),
      ]),
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
