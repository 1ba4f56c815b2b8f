import { orderDetails, pendingOrderOf } from "~/features/orders/queries.server";
import { timestamp } from "~/platform/clock";
import type { Services } from "~/platform/services.server";
import type { WaitingOrder } from "./schema";

/**
 * The buyer's order that waits for its payment, or null. Only what is written down here: the provider is not asked, so
 * that a list of orders never waits for it.
 */
export async function waitingOrder({ db, clock }: Services, buyerId: string): Promise<WaitingOrder | null> {
  const order = await pendingOrderOf(db, buyerId);
  if (!order || order.heldUntil <= timestamp(clock)) return null;
  return { heldUntil: order.heldUntil, order: await orderDetails(db, order) };
}
