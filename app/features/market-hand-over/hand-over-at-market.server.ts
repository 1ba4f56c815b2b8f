import { audit, type Operator } from "~/features/audit/audit.server";
import { isDay } from "~/features/days";
import { toCents, toDollars } from "~/features/fields";
import { allMissing, alreadyHandedOver, notWeighed, unknownDay } from "~/features/merchant-orders/errors.server";
import { giveMissingBack } from "~/features/merchant-orders/missing-lines.server";
import { titlesToWeigh } from "~/features/merchant-orders/weigh.server";
import { noteHandedOver } from "~/features/delivery/handed-over.server";
import { marketDayOrRefuse } from "~/features/delivery/market-days.server";
import { unknownOrder } from "~/features/orders/errors.server";
import { logStep } from "~/features/orders/log-step.server";
import { lockOrders, type OrderPart } from "~/features/orders/order.server";
import { markAllDelivered, markAllShipped, partsWithLines } from "~/features/orders/order-parts.server";
import { notePayoutsDue } from "~/features/payouts/due.server";
import { takePayments, type Payment } from "~/features/unpaid-orders/take-payment.server";
import { tellDelivered } from "~/features/webhooks/tell-steps.server";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import type { HandOverAtMarket } from "./schema";

/**
 * The market's staff hand over the given parts of an order at a market day, or all parts that are not handed over yet.
 * The parts then count as delivered. Parts that are paid at collection are paid with one sum (dollars), which the staff
 * take for the stalls. Returns that payment, or null if nothing was to be paid. Missing pieces are refunded first.
 * Refuses `unknown_market_day`, `unknown_day`, `unknown_order`, `handed_over_already`, `not_weighed`, `to_be_paid` and
 * `given_too_little`; with missing pieces also `all_missing`, and as `giveMissingBack` does.
 */
export async function handOverAtMarket(
  services: Services,
  operator: Operator,
  marketDayId: string,
  day: string,
  { order: orderId, parts: partIds, given, missing }: HandOverAtMarket,
): Promise<Payment | null> {
  if (!isDay(day)) throw unknownDay();
  return inTransactionOnce(services, async (trx) => {
    const { name } = await marketDayOrRefuse(trx, marketDayId);
    const atMarket = () => partsAtMarket(trx, orderId, marketDayId, day);
    await lockOrders(trx, services.dialect, [...new Set([orderId, ...(await atMarket()).map((part) => part.orderId)])]);
    const collected = await atMarket();
    const chosenParts = partIds ? collected.filter(({ _id }) => partIds.includes(_id)) : collected;
    if (chosenParts.length === 0 || (partIds && chosenParts.length < new Set(partIds).size)) throw unknownOrder();
    let toHandOver = chosenParts.filter(isOpen);
    if (toHandOver.length === 0) throw alreadyHandedOver(chosenParts[0]!.deliveredAt, services.config.timeZone);
    if (missing) {
      // In the order of the merchants' ids, so that two requests that refund several merchants' pieces do not deadlock.
      const byMerchant = (await withLines(trx, toHandOver)).toSorted((one, second) =>
        one.part.merchantId < second.part.merchantId ? -1 : 1,
      );
      await giveMissingBack(trx, services, byMerchant, missing);
      const openIds = toHandOver.map(({ _id }) => _id);
      toHandOver = (await atMarket()).filter((part) => openIds.includes(part._id) && isOpen(part));
      if (toHandOver.length === 0) throw allMissing();
    }
    const locked = await withLines(trx, toHandOver);
    const packed = locked.filter(({ part }) => part.statusText === "Processing");
    const unweighed = titlesToWeigh(packed.flatMap(({ lines }) => lines));
    if (unweighed.length > 0) throw notWeighed(unweighed);
    const payment = await takePayments(trx, services, locked, given === undefined ? null : toCents(given), "market");
    const now = timestamp(services.clock);
    if (packed.length > 0)
      await markAllShipped(
        trx,
        packed.map(({ part }) => ({ partId: part._id, carrier: "", trackingNumber: "" })),
        now,
      );
    const ids = toHandOver.map(({ _id }) => _id);
    const orderIds = [...new Set(toHandOver.map((part) => part.orderId))];
    await markAllDelivered(trx, orderIds, ids, { deliveredAt: now, deliveredBy: "merchant" });
    const delivered = toHandOver.map(({ _id, merchantId, ...part }) => ({ _id, orderId: part.orderId, merchantId }));
    await notePayoutsDue(trx, services, delivered);
    await tellDelivered(trx, services, delivered);
    await noteHandedOver(trx, ids, { at: now, by: "the market's staff" });
    await audit(trx, services, operator, "market_day.handed_over", `${name}, order #${chosenParts[0]!.itemId}`, {
      marketDay: marketDayId,
      order: orderId,
      parts: ids,
      ...(payment && { paid: toDollars(payment.paidCents) }),
      ...(missing && { missing: missing.amount, reason: missing.reason }),
    });
    for (const id of orderIds) logStep(trx, services, id, "delivered");
    return payment;
  });
}

const isOpen = ({ statusText }: Pick<OrderPart, "statusText">) =>
  statusText === "Processing" || statusText === "Shipped";

const withLines = (trx: Trx, parts: { _id: string }[]) =>
  partsWithLines(
    trx,
    parts.map(({ _id }) => _id),
  );

/** The paid parts of an order, and of the orders added to it, at a market day. */
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
