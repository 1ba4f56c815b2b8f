import { toDollars } from "~/features/fields";
import { billing } from "~/features/accounts/schema";
import { orderDetails } from "~/features/orders/order-details.server";
import { pendingOrderOf } from "~/features/orders/order.server";
import { timestamp } from "~/platform/clock";
import type { OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import type { LatestCheckout, LinkedOrder, WaitingOrder } from "./schema";

/**
 * The state of the last cart that this buyer took to the checkout, with the addresses and notes typed there; null
 * before the first. It reads only our records and does not ask the provider.
 */
export async function latestCheckout(services: Services, buyerId: string): Promise<LatestCheckout | null> {
  const order = await services.db
    .selectFrom("orders")
    .selectAll()
    .where("buyerId", "=", buyerId)
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .executeTakeFirst();
  if (!order) return null;
  return {
    ...linkedOrder(services, order),
    createdAt: order.createdAt,
    paidAt: order.paidAt,
    billing: billing.parse(JSON.parse(order.billing)),
    shipping: billing.parse(JSON.parse(order.shipping)),
    notes: order.notes,
  };
}

/**
 * The buyer's order that waits for its payment, or null. It reads only our records, so that a list of orders never
 * waits for the provider.
 */
export async function waitingOrder({ db, clock }: Services, buyerId: string): Promise<WaitingOrder | null> {
  const order = await pendingOrderOf(db, buyerId);
  if (!order || order.heldUntil <= timestamp(clock)) return null;
  return { heldUntil: order.heldUntil, order: await orderDetails(db, order) };
}

/** The order as a payment link shows it to anybody: no names, no goods, no addresses. */
export function linkedOrder({ clock }: Pick<Services, "clock">, order: OrderRow): LinkedOrder {
  return {
    orderId: order._id,
    itemId: order.itemId,
    amount: toDollars(order.amountCents),
    heldUntil: order.heldUntil,
    status: statusOf(order, timestamp(clock)),
  };
}

function statusOf(order: OrderRow, now: string): LinkedOrder["status"] {
  if (order.status === "paid" || order.status === "refused") return order.status;
  return order.status === "pending" && order.heldUntil > now ? "waiting" : "over";
}
