import { announceSold } from "~/features/products/stock.server";
import { clearBought } from "~/features/cart/change-cart.server";
import { notePlaced } from "~/features/collection-payments/note-placed.server";
import { logStep } from "~/features/orders/log-step.server";
import { linesOf, markPlaced, pendingOrderOf } from "~/features/orders/order.server";
import { tellOrderPlaced } from "~/features/webhooks/tell.server";
import type { Trx } from "~/platform/database/database.server";
import type { OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { boundHolds, type HoldOrigin } from "./bound-holds.server";
import { mustBeDeliverable } from "./errors.server";
import { giveUp } from "./give-up.server";
import { holdStock, type Checkout, type Held } from "./hold-stock.server";
import { mailOrderPlaced } from "./mails.server";

/**
 * Places an order that is paid at collection, at once. Goods and places are held until its times have ended. It asks
 * for no card and calls no provider. The buyer's order that waits for its payment is given up. Under an idempotency key
 * it runs once. Refuses whatever `holdStock` and `notePlaced` refuse.
 */
export async function placeOnCollection(services: Services, checkout: Checkout, origin: HoldOrigin): Promise<OrderRow> {
  mustBeDeliverable(checkout);
  const earlier = await pendingOrderOf(services.db, checkout.buyerId);
  if (earlier) await giveUp(services, earlier);
  await boundHolds(services, checkout.buyerId, origin);
  return holdStock(services, checkout, (trx, hold) => place(trx, services, checkout.buyerId, hold));
}

async function place(trx: Trx, services: Services, buyerId: string, { order, parts, ways }: Held): Promise<OrderRow> {
  await notePlaced(trx, order, buyerId, parts, ways);
  const paidOrder: OrderRow = { ...order, status: "paid", paidAt: order.createdAt };
  await markPlaced(trx, order._id, order.createdAt);
  const lines = await linesOf(trx, order._id);
  await clearBought(
    trx,
    buyerId,
    lines.map((line) => line.variantId),
  );
  await announceSold(
    trx,
    services.dialect,
    lines.map((line) => line.productId),
  );
  await mailOrderPlaced(trx, services, paidOrder);
  await tellOrderPlaced(trx, services, paidOrder, lines);
  logStep(trx, services, order._id, "placed");
  return paidOrder;
}
