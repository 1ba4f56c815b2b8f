import { isDay } from "~/features/days";
import { paidByCard } from "~/features/collection-payments/errors.server";
import { ON_COLLECTION } from "~/features/collection-payments/schema";
import { takePayments } from "~/features/unpaid-orders/take-payment.server";
import { toCents } from "~/features/fields";
import { handedOverOf, noteHandedOver } from "~/features/delivery/handed-over.server";
import { plainCode } from "~/features/delivery/hold-places.server";
import { logStep } from "~/features/orders/log-step.server";
import { lockParts, markAllDelivered, markAllShipped, type LockedPart } from "~/features/orders/order-parts.server";
import { unknownOrder } from "~/features/orders/errors.server";
import { notePayoutsDue } from "~/features/payouts/due.server";
import { tellDelivered } from "~/features/webhooks/tell-steps.server";
import { timestamp, type Clock } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import {
  allMissing,
  alreadyCancelled,
  alreadyHandedOver,
  notWeighed,
  otherDay,
  unknownCode,
  unknownDay,
} from "./errors.server";
import { giveMissingBack } from "./missing-lines.server";
import { merchantOrder } from "./orders.server";
import type { HandOver } from "./day-schema";
import type { MerchantOrderDetails } from "./schema";
import { titlesToWeigh } from "./weigh.server";

/**
 * Seconds for which a device keeps a hand-over that it could not send. An older one gets the time at which it arrives
 * here.
 */
const KEPT_SECONDS = 7 * 86_400;

/** Orders that were handed over together: one, and the orders that were added to it. */
interface HandedOverOrders {
  first: MerchantOrderDetails;
  added: MerchantOrderDetails[];
}

/**
 * Hands over the parts of a day that have the code a buyer says. They have then arrived, and what is to be paid at
 * collection is paid with the buyer's money (dollars). Missing goods are refunded first. Refuses `unknown_day`,
 * `unknown_code`, `other_day`, and whatever `handOverParts` refuses.
 */
export async function handOver(
  services: Services,
  merchantId: string,
  day: string,
  { code, given, at, missing }: HandOver,
  device: string,
): Promise<HandedOverOrders> {
  if (!isDay(day)) throw unknownDay();
  const ordersOf = (trx: Trx) => ordersOfCode(trx, merchantId, day, plainCode(code));
  const [first, ...additions] = await handOverParts(services, merchantId, ordersOf, { given, at, device, missing });
  return { first, added: additions };
}

/**
 * Hands over one order by its id. Refuses `paid_by_card` unless it is paid at collection, and whatever `handOverParts`
 * refuses. `dollars` is the sum that the buyer puts down.
 */
export async function handOverPaid(
  services: Services,
  merchantId: string,
  orderId: string,
  dollars: number,
  device: string,
): Promise<MerchantOrderDetails> {
  const [order] = await handOverParts(
    services,
    merchantId,
    () => Promise.resolve([orderId]),
    { given: dollars, device },
    true,
  );
  return order;
}

/**
 * Hands over parts of orders together, once for each idempotency key. Refuses `unknown_order`, `handed_over_already`,
 * `already_cancelled`, `not_weighed`, `to_be_paid` and `given_too_little`. With missing goods it also refuses
 * `all_missing`, and whatever `giveMissingBack` refuses.
 */
async function handOverParts(
  services: Services,
  merchantId: string,
  ordersOf: (trx: Trx) => Promise<string[]>,
  { given, at, device, missing }: Omit<Partial<HandOver>, "code"> & { device: string },
  onlyUnpaid = false,
): Promise<[MerchantOrderDetails, ...MerchantOrderDetails[]]> {
  const orderIds = await inTransactionOnce(services, async (trx) => {
    const orderIdsOfCode = await ordersOf(trx);
    const lock = async () => {
      const parts = await lockParts(trx, services, merchantId, orderIdsOfCode);
      return orderIdsOfCode.flatMap((orderId) => parts.get(orderId) ?? []);
    };
    const locked = await lock();
    if (locked.length === 0) throw unknownOrder();
    if (onlyUnpaid && locked.some(({ order }) => order.paymentMethod !== ON_COLLECTION)) throw paidByCard();
    let open = locked.filter(isOpen);
    if (open.length === 0) throw await whyNothingIsOpen(trx, services, locked);
    if (missing) {
      await giveMissingBack(trx, services, open, missing);
      open = (await lock()).filter(isOpen);
      if (open.length === 0) throw allMissing();
    }
    const unpacked = open.filter(({ part }) => part.statusText === "Processing");
    const unweighed = titlesToWeigh(unpacked.flatMap(({ lines }) => lines));
    if (unweighed.length > 0) throw notWeighed(unweighed);
    await takePayments(trx, services, open, given === undefined ? null : toCents(given), "stall");
    const now = timestamp(services.clock);
    if (unpacked.length > 0)
      await markAllShipped(
        trx,
        unpacked.map(({ part }) => ({ partId: part._id, carrier: "", trackingNumber: "" })),
        now,
      );
    const partIds = open.map(({ part }) => part._id);
    const ids = open.map(({ order }) => order._id);
    await markAllDelivered(trx, ids, partIds, { deliveredAt: now, deliveredBy: "merchant" });
    const delivered = open.map(({ part, order }) => ({ _id: part._id, orderId: order._id, merchantId }));
    await notePayoutsDue(trx, services, delivered);
    await tellDelivered(trx, services, delivered);
    await noteHandedOver(trx, partIds, { at: momentOf(services.clock, at), by: device });
    for (const id of ids) logStep(trx, services, id, "delivered");
    return ids;
  });
  const [first = "", ...addedIds] = orderIds;
  return [
    await merchantOrder(services, merchantId, first),
    ...(await Promise.all(addedIds.map((id) => merchantOrder(services, merchantId, id)))),
  ];
}

const isOpen = ({ part }: LockedPart) => part.statusText === "Processing" || part.statusText === "Shipped";

/** The refusal when none of the parts can be handed over any more. */
async function whyNothingIsOpen(trx: Trx, services: Services, locked: LockedPart[]) {
  const deliveredPart = locked.find(({ part }) => part.statusText === "Delivered");
  if (!deliveredPart) return alreadyCancelled();
  const { at = deliveredPart.part.deliveredAt, by = "" } = (await handedOverOf(trx, deliveredPart.part._id)) ?? {};
  return alreadyHandedOver(at, services.config.timeZone, by);
}

/** The time of the hand-over: the device's, unless its clock cannot be right; then the present time. */
function momentOf(clock: Clock, at: string | undefined): string {
  const now = timestamp(clock);
  return at !== undefined && at <= now && at >= timestamp(clock, -KEPT_SECONDS) ? at : now;
}

/**
 * The ids of a day's orders with this code: the first order, then the orders that were added to it. Refuses `other_day`
 * and `unknown_code`.
 */
async function ordersOfCode(db: Db, merchantId: string, day: string, code: string): Promise<string[]> {
  const rows = await db
    .selectFrom("partDeliveries as d")
    .innerJoin("orderParts as p", "p._id", "d.partId")
    .select(["d.orderId", "d.joinedTo", "d.day"])
    .where("d.merchantId", "=", merchantId)
    .where("d.code", "=", code)
    .where("p.paidAt", "is not", null)
    .orderBy("d.orderId")
    .execute();
  const ofDay = rows.filter((row) => row.day === day);
  const [first, addedRows] = [
    ofDay.filter((row) => row.joinedTo === null),
    ofDay.filter((row) => row.joinedTo !== null),
  ];
  if (ofDay.length > 0) return [...first, ...addedRows].map(({ orderId }) => orderId);
  const dayElsewhere = rows
    .map((row) => row.day ?? "")
    .sort()
    .at(-1);
  throw dayElsewhere ? otherDay(dayElsewhere) : unknownCode();
}
