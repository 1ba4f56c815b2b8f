import { billing } from "~/features/accounts/schema";
import type { Services } from "~/platform/services.server";
import { linkedOrder } from "./payment-link.server";
import type { LatestCheckout } from "./schema";

/**
 * What became of the last cart that this buyer took to the checkout, with what was typed there; null before the first.
 * Only what is written down here: the provider is not asked.
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
