import { movePart } from "~/features/delivery/move-part.server";
import { partDeliveryOf } from "~/features/delivery/part-deliveries.server";
import { logStep } from "~/features/orders/log-step.server";
import { markChanged } from "~/features/orders/order-parts.server";
import { tellMoved } from "~/features/webhooks/tell.server";
import { timestamp } from "~/platform/clock";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { lockChangeable, noticeOf } from "./changeable.server";
import { mailMoved } from "./mails.server";

/**
 * A buyer moves a part of their order to another time of the same way, until the cut-off of the one that it has; to the
 * same time it changes nothing. Both sides are told by mail. Refuses as `lockChangeable` and `movePart` do.
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
    const moved = await movePart(trx, services, way, { day, from }, await noticeOf(trx, changeable));
    await markChanged(trx, partId, timestamp(services.clock));
    await tellMoved(trx, services, changeable.order, way);
    await mailMoved(trx, services, changeable, partDeliveryOf(way), partDeliveryOf(moved));
    logStep(trx, services, orderId, "moved");
  });
}
