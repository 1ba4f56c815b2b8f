import { isDay } from "~/features/days";
import { plainCode } from "~/features/delivery/hold-places.server";
import { logStep } from "~/features/orders/log-step.server";
import { lockPart, markDelivered, markShipped } from "~/features/orders/order-parts.server";
import { notePayoutsDue } from "~/features/payouts/due.server";
import { tellDelivered } from "~/features/webhooks/tell-steps.server";
import { timestamp } from "~/platform/clock";
import type { Db } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { alreadyCancelled, alreadyHandedOver, notWeighed, otherDay, unknownCode, unknownDay } from "./errors.server";
import { merchantOrder } from "./orders.server";
import type { MerchantOrderDetails } from "./schema";
import { titlesToWeigh } from "./weigh.server";

/**
 * The part of a day whose code a buyer says is handed over: it has arrived. Refuses `unknown_day`, `unknown_code`, `other_day`,
 * `handed_over_already`, `already_cancelled` and `not_weighed`.
 */
export async function handOver(
  services: Services,
  merchantId: string,
  day: string,
  code: string,
): Promise<MerchantOrderDetails> {
  if (!isDay(day)) throw unknownDay();
  const handedOver = await inTransactionOnce(services, async (trx) => {
    const orderId = await orderOfCode(trx, merchantId, day, plainCode(code));
    const { part, lines } = await lockPart(trx, services, orderId, { merchantId });
    if (part.statusText === "Delivered") throw alreadyHandedOver(part.deliveredAt, services.config.timeZone);
    if (part.statusText === "Cancelled" || part.statusText === "Refunded") throw alreadyCancelled();
    const now = timestamp(services.clock);
    if (part.statusText === "Processing") {
      const unweighed = titlesToWeigh(lines);
      if (unweighed.length > 0) throw notWeighed(unweighed);
      await markShipped(trx, part._id, { carrier: "", trackingNumber: "", updatedAt: now, shippedAt: now });
    }
    await markDelivered(trx, orderId, part._id, { deliveredAt: now, deliveredBy: "merchant" });
    const delivered = [{ _id: part._id, orderId, merchantId }];
    await notePayoutsDue(trx, services, delivered);
    await tellDelivered(trx, services, delivered);
    logStep(trx, services, orderId, "delivered");
    return orderId;
  });
  return merchantOrder(services, merchantId, handedOver);
}

async function orderOfCode(db: Db, merchantId: string, day: string, code: string): Promise<string> {
  const rows = await db
    .selectFrom("partDeliveries as d")
    .innerJoin("orderParts as p", "p._id", "d.partId")
    .select(["d.orderId", "d.day"])
    .where("d.merchantId", "=", merchantId)
    .where("d.code", "=", code)
    .where("p.paidAt", "is not", null)
    .execute();
  const order = rows.find((row) => row.day === day);
  if (order) return order.orderId;
  const elsewhere = rows
    .map((row) => row.day ?? "")
    .sort()
    .at(-1);
  throw elsewhere ? otherDay(elsewhere) : unknownCode();
}
