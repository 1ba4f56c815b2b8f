import { isDay } from "~/features/days";
import { paidByCard } from "~/features/collection-payments/errors.server";
import { ON_COLLECTION } from "~/features/collection-payments/schema";
import { takePayment } from "~/features/unpaid-orders/take-payment.server";
import { toCents } from "~/features/fields";
import { handedOverOf, noteHandedOver } from "~/features/delivery/handed-over.server";
import { plainCode } from "~/features/delivery/hold-places.server";
import { logStep } from "~/features/orders/log-step.server";
import { lockPart, markDelivered, markShipped } from "~/features/orders/order-parts.server";
import { notePayoutsDue } from "~/features/payouts/due.server";
import { tellDelivered } from "~/features/webhooks/tell-steps.server";
import { timestamp, type Clock } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { alreadyCancelled, alreadyHandedOver, notWeighed, otherDay, unknownCode, unknownDay } from "./errors.server";
import { merchantOrder } from "./orders.server";
import type { HandOver } from "./day-schema";
import type { MerchantOrderDetails } from "./schema";
import { titlesToWeigh } from "./weigh.server";

/** A device keeps what it could not send for so long, in seconds; what is older has the time at which it came. */
const KEPT_SECONDS = 7 * 86_400;

/**
 * The part of a day whose code a buyer says is handed over: it has arrived, and what is to be paid at collection is paid
 * with what the buyer gives (dollars). Refuses `unknown_day`, `unknown_code`, `other_day`, and as `handOverPart` does.
 */
export async function handOver(
  services: Services,
  merchantId: string,
  day: string,
  { code, given, at }: HandOver,
  device: string,
): Promise<MerchantOrderDetails> {
  if (!isDay(day)) throw unknownDay();
  return handOverPart(services, merchantId, (trx) => orderOfCode(trx, merchantId, day, plainCode(code)), {
    given,
    at,
    device,
  });
}

/** The same for an order that is named by its id, and is paid at collection. Refuses `paid_by_card` for another. */
export async function handOverPaid(
  services: Services,
  merchantId: string,
  orderId: string,
  given: number,
  device: string,
): Promise<MerchantOrderDetails> {
  return handOverPart(services, merchantId, () => Promise.resolve(orderId), { given, device }, true);
}

/**
 * Hands the part of an order over, once. Refuses `unknown_order`, `handed_over_already`, `already_cancelled`, `not_weighed`,
 * `to_be_paid` and `given_too_little`.
 */
async function handOverPart(
  services: Services,
  merchantId: string,
  orderOf: (trx: Trx) => Promise<string>,
  { given, at, device }: { given?: number | undefined; at?: string | undefined; device: string },
  onlyUnpaid = false,
): Promise<MerchantOrderDetails> {
  const handedOver = await inTransactionOnce(services, async (trx) => {
    const orderId = await orderOf(trx);
    const locked = await lockPart(trx, services, orderId, { merchantId });
    const { order, part, lines } = locked;
    if (onlyUnpaid && order.paymentMethod !== ON_COLLECTION) throw paidByCard();
    if (part.statusText === "Delivered") {
      const { at: earlier = part.deliveredAt, by = "" } = (await handedOverOf(trx, part._id)) ?? {};
      throw alreadyHandedOver(earlier, services.config.timeZone, by);
    }
    if (part.statusText === "Cancelled" || part.statusText === "Refunded") throw alreadyCancelled();
    const now = timestamp(services.clock);
    if (part.statusText === "Processing") {
      const unweighed = titlesToWeigh(lines);
      if (unweighed.length > 0) throw notWeighed(unweighed);
    }
    await takePayment(trx, services, locked, given === undefined ? null : toCents(given));
    if (part.statusText === "Processing")
      await markShipped(trx, part._id, { carrier: "", trackingNumber: "", updatedAt: now, shippedAt: now });
    await markDelivered(trx, orderId, part._id, { deliveredAt: now, deliveredBy: "merchant" });
    const delivered = [{ _id: part._id, orderId, merchantId }];
    await notePayoutsDue(trx, services, delivered);
    await tellDelivered(trx, services, delivered);
    await noteHandedOver(trx, [part._id], { at: momentOf(services.clock, at), by: device });
    logStep(trx, services, orderId, "delivered");
    return orderId;
  });
  return merchantOrder(services, merchantId, handedOver);
}

/** When it was handed over: as the device says, unless its clock cannot be right. */
function momentOf(clock: Clock, at: string | undefined): string {
  const now = timestamp(clock);
  return at !== undefined && at <= now && at >= timestamp(clock, -KEPT_SECONDS) ? at : now;
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
