import { moveParts } from "~/features/delivery/move-part.server";
import { partDeliveryOf } from "~/features/delivery/part-deliveries.server";
import { logStep } from "~/features/orders/log-step.server";
import { markChanged } from "~/features/orders/order-parts.server";
import { tellMoved } from "~/features/webhooks/tell.server";
import { timestamp } from "~/platform/clock";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { boundsOf, lockChangeable, otherOrders, togetherWith } from "./changeable.server";
import { mailMoved } from "./mails.server";

/**
 * Moves a part of a buyer's order, and everything handed over together with it, to another time of the same delivery
 * method, until the cut-off of its present time. The same time changes nothing. Both sides are told by mail. Refuses as
 * `lockChangeable`, `togetherWith` and `moveParts` do.
 */
export async function changeTime(
  services: Services,
  buyerId: string,
  orderId: string,
  partId: string,
  time: string,
): Promise<void> {
  const [day = "", from = ""] = time.split("T");
  await inTransactionOnce(services, async (trx) => {
    const changeable = await lockChangeable(trx, services, buyerId, orderId, partId);
    const { way } = changeable;
    if (way.day === day && way.startTime === from) return;
    const ways = await togetherWith(trx, changeable);
    const partIds = ways.map((way) => way.partId);
    const [movedPart] = await moveParts(trx, services, ways, { day, from }, await boundsOf(trx, partIds));
    await markChanged(trx, partIds, timestamp(services.clock));
    const merchantIds = [...new Set(ways.map(({ merchantId }) => merchantId))];
    const orderIds = [...new Set(ways.map((way) => way.orderId))];
    await tellMoved(trx, services, ways);
    const otherNumbers = await otherOrders(trx, orderId, ways);
    const [earlier, later] = [partDeliveryOf(way), partDeliveryOf(movedPart!)];
    await mailMoved(trx, services, changeable.order, merchantIds, { earlier, later, others: otherNumbers });
    for (const id of orderIds) logStep(trx, services, id, "moved");
  });
}
