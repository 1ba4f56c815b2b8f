import { deliveryRowOf } from "~/features/delivery/handed-over.server";
import { unknownOrder } from "~/features/orders/errors.server";
import { linesOf, lockOrder, partsOf, type OrderLine, type OrderPart } from "~/features/orders/order.server";
import { lockPart } from "~/features/orders/order-parts.server";
import type { Trx } from "~/platform/database/database.server";
import type { ClosedTimeRow, OrderRow, PartDeliveryRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { partsClosedByStalls } from "./orders-of-time.server";

/** An order of a closed time with its parts of that way: a merchant has one part, a market day one of each stall. */
export interface ListedOrder {
  order: OrderRow;
  lines: OrderLine[];
  parts: { part: OrderPart; way: PartDeliveryRow }[];
}

/** Locks an order of a closed time. Refuses `unknown_order` if it is not paid. */
export async function lockListed(
  trx: Trx,
  services: Services,
  closing: ClosedTimeRow,
  orderId: string,
): Promise<ListedOrder> {
  if (closing.isByMarket === 0) {
    const { order, part, lines } = await lockPart(trx, services, orderId, { merchantId: closing.merchantId });
    const way = await deliveryRowOf(trx, part._id);
    return { order, lines, parts: way ? [{ part, way }] : [] };
  }
  const order = await lockOrder(trx, services.dialect, orderId);
  if (!order || order.status !== "paid") throw unknownOrder();
  const ways = await trx
    .selectFrom("partDeliveries")
    .selectAll()
    .where("orderId", "=", orderId)
    .where("marketDayId", "=", closing.methodId)
    .where("partId", "not in", partsClosedByStalls(trx).where("o.orderId", "=", orderId))
    .orderBy("partId")
    .execute();
  const allParts = await partsOf(trx, orderId);
  const parts = ways.flatMap((way) => {
    const part = allParts.find(({ _id }) => _id === way.partId);
    return part ? [{ part, way }] : [];
  });
  const ids = parts.map(({ part }) => part._id);
  const lines = (await linesOf(trx, orderId)).filter(({ partId }) => ids.includes(partId));
  return { order, lines, parts };
}

/** Whether no part of an order is paid yet, so that nothing is refunded. */
export const isUnpaid = ({ parts }: Pick<ListedOrder, "parts">): boolean =>
  parts.every(({ part }) => part.isUnpaid === 1);
