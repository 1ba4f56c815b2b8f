import { audit, type Operator } from "~/features/audit/audit.server";
import { isDay } from "~/features/days";
import { alreadyHandedOver, notWeighed, unknownDay } from "~/features/merchant-orders/errors.server";
import { titlesToWeigh } from "~/features/merchant-orders/weigh.server";
import { noteHandedOver } from "~/features/delivery/handed-over.server";
import { marketDayOrRefuse } from "~/features/delivery/market-days.server";
import { unknownOrder } from "~/features/orders/errors.server";
import { logStep } from "~/features/orders/log-step.server";
import { linesOf, lockOrder } from "~/features/orders/order.server";
import { markAllDelivered, markAllShipped } from "~/features/orders/order-parts.server";
import { notePayoutsDue } from "~/features/payouts/due.server";
import { tellDelivered } from "~/features/webhooks/tell-steps.server";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import type { HandOverAtMarket } from "./schema";

/**
 * The market's staff hand over parts of an order of a market day, or all of them that are not handed over yet: they have
 * arrived. Refuses `unknown_market_day`, `unknown_day`, `unknown_order`, `handed_over_already` and `not_weighed`.
 */
export async function handOverAtMarket(
  services: Services,
  operator: Operator,
  marketDayId: string,
  day: string,
  { order: orderId, parts: partIds }: HandOverAtMarket,
): Promise<void> {
  if (!isDay(day)) throw unknownDay();
  await inTransactionOnce(services, async (trx) => {
    const { name } = await marketDayOrRefuse(trx, marketDayId);
    const order = await lockOrder(trx, services.dialect, orderId);
    const collected = order?.status === "paid" ? await partsAtMarket(trx, orderId, marketDayId, day) : [];
    const chosen = partIds ? collected.filter(({ _id }) => partIds.includes(_id)) : collected;
    if (!order || chosen.length === 0 || (partIds && chosen.length < new Set(partIds).size)) throw unknownOrder();
    const toHandOver = chosen.filter(({ statusText }) => statusText === "Processing" || statusText === "Shipped");
    if (toHandOver.length === 0) throw alreadyHandedOver(chosen[0]!.deliveredAt, services.config.timeZone);
    const packed = toHandOver.filter(({ statusText }) => statusText === "Processing");
    const lines = await linesOf(trx, orderId);
    const unweighed = titlesToWeigh(lines.filter(({ partId }) => packed.some(({ _id }) => _id === partId)));
    if (unweighed.length > 0) throw notWeighed(unweighed);
    const now = timestamp(services.clock);
    if (packed.length > 0)
      await markAllShipped(
        trx,
        packed.map(({ _id }) => ({ partId: _id, carrier: "", trackingNumber: "" })),
        now,
      );
    const ids = toHandOver.map(({ _id }) => _id);
    await markAllDelivered(trx, orderId, ids, { deliveredAt: now, deliveredBy: "merchant" });
    const delivered = toHandOver.map(({ _id, merchantId }) => ({ _id, orderId, merchantId }));
    await notePayoutsDue(trx, services, delivered);
    await tellDelivered(trx, services, delivered);
    await noteHandedOver(trx, ids, { at: now, by: "the market's staff" });
    await audit(trx, services, operator, "market_day.handed_over", `${name}, order #${order.itemId}`, {
      marketDay: marketDayId,
      order: orderId,
      parts: ids,
    });
    logStep(trx, services, orderId, "delivered");
  });
}

const partsAtMarket = (trx: Trx, orderId: string, marketDayId: string, day: string) =>
  trx
    .selectFrom("partDeliveries as d")
    .innerJoin("orderParts as p", "p._id", "d.partId")
    .select(["p._id", "p.merchantId", "p.statusText", "p.deliveredAt"])
    .where("d.orderId", "=", orderId)
    .where("d.marketDayId", "=", marketDayId)
    .where("d.day", "=", day)
    .orderBy("p._id")
    .execute();
