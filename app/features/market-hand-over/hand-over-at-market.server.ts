import { audit, type Operator } from "~/features/audit/audit.server";
import { isDay } from "~/features/days";
import { alreadyHandedOver, notWeighed, unknownDay } from "~/features/merchant-orders/errors.server";
import { titlesToWeigh } from "~/features/merchant-orders/weigh.server";
import { noteHandedOver } from "~/features/delivery/handed-over.server";
import { marketDayOrRefuse } from "~/features/delivery/market-days.server";
import { unknownOrder } from "~/features/orders/errors.server";
import { logStep } from "~/features/orders/log-step.server";
import { lockOrders } from "~/features/orders/order.server";
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
    const atMarket = () => partsAtMarket(trx, orderId, marketDayId, day);
    await lockOrders(trx, services.dialect, [...new Set([orderId, ...(await atMarket()).map((part) => part.orderId)])]);
    const collected = await atMarket();
    const chosen = partIds ? collected.filter(({ _id }) => partIds.includes(_id)) : collected;
    if (chosen.length === 0 || (partIds && chosen.length < new Set(partIds).size)) throw unknownOrder();
    const toHandOver = chosen.filter(({ statusText }) => statusText === "Processing" || statusText === "Shipped");
    if (toHandOver.length === 0) throw alreadyHandedOver(chosen[0]!.deliveredAt, services.config.timeZone);
    const packed = toHandOver.filter(({ statusText }) => statusText === "Processing");
    const packedIds = packed.map(({ _id }) => _id);
    const lines =
      packed.length > 0
        ? await trx.selectFrom("orderLines").selectAll().where("partId", "in", packedIds).execute()
        : [];
    const unweighed = titlesToWeigh(lines);
    if (unweighed.length > 0) throw notWeighed(unweighed);
    const now = timestamp(services.clock);
    if (packed.length > 0)
      await markAllShipped(
        trx,
        packedIds.map((partId) => ({ partId, carrier: "", trackingNumber: "" })),
        now,
      );
    const ids = toHandOver.map(({ _id }) => _id);
    const orderIds = [...new Set(toHandOver.map((part) => part.orderId))];
    await markAllDelivered(trx, orderIds, ids, { deliveredAt: now, deliveredBy: "merchant" });
    const delivered = toHandOver.map(({ _id, merchantId, ...part }) => ({ _id, orderId: part.orderId, merchantId }));
    await notePayoutsDue(trx, services, delivered);
    await tellDelivered(trx, services, delivered);
    await noteHandedOver(trx, ids, { at: now, by: "the market's staff" });
    await audit(trx, services, operator, "market_day.handed_over", `${name}, order #${chosen[0]!.itemId}`, {
      marketDay: marketDayId,
      order: orderId,
      parts: ids,
    });
    for (const id of orderIds) logStep(trx, services, id, "delivered");
  });
}

/** The paid parts of an order and of those that were added to it, at a market day. */
const partsAtMarket = (trx: Trx, orderId: string, marketDayId: string, day: string) =>
  trx
    .selectFrom("partDeliveries as d")
    .innerJoin("orderParts as p", "p._id", "d.partId")
    .innerJoin("orders as o", "o._id", "d.orderId")
    .select(["p._id", "p.merchantId", "p.statusText", "p.deliveredAt", "d.orderId", "o.itemId"])
    .where((eb) => eb.or([eb("d.orderId", "=", orderId), eb("d.joinedTo", "=", orderId)]))
    .where("o.status", "=", "paid")
    .where("d.marketDayId", "=", marketDayId)
    .where("d.day", "=", day)
    .orderBy("d.orderId")
    .orderBy("p._id")
    .execute();
