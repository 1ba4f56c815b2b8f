import { putAtTime, type KeptTime } from "~/features/delivery/move-part.server";
import { returnPlaces } from "~/features/delivery/slot-orders.server";
import { logStep } from "~/features/orders/log-step.server";
import { lockOrders } from "~/features/orders/order.server";
import { markChanged } from "~/features/orders/order-parts.server";
import { tellMoved } from "~/features/webhooks/tell.server";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { ClosedTimeOrderRow, ClosedTimeRow, PartDeliveryRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { centsBack, partsAt, refundOrderAtTime, timeMeant } from "./refund-order.server";
import { isUnpaid, lockListed, type ListedOrder } from "./listed-order.server";
import { mailCalledOff, mailMovedTime, mailNothingToPay, mailOpenAgain, type MovedOrder } from "./mails.server";

/* Steps of one order of a closed time. Each runs in one transaction, by the first process to take the order's state. */

/** A step of an order. It does nothing if the order has another state by now. */
export type Step = (trx: Trx, services: Services, closing: ClosedTimeRow, order: ClosedTimeOrderRow) => Promise<void>;

type Change = Partial<Pick<ClosedTimeOrderRow, "state" | "answer" | "amountCents" | "toldAt" | "endedAt" | "problem">>;

/** Changes the state of an order if it is still `from`. Returns whether it was. */
export async function takeState(
  trx: Trx,
  { closedTimeId, partId }: Pick<ClosedTimeOrderRow, "closedTimeId" | "partId">,
  from: ClosedTimeOrderRow["state"],
  to: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("closedTimeOrders")
    .set(to)
    .where("closedTimeId", "=", closedTimeId)
    .where("partId", "=", partId)
    .where("state", "=", from)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Tells a buyer that the time of their order is closed, and moves the order if it is to be moved. Other orders of the
 * buyer at that time are included, so that there is one letter for all of them.
 */
export const tellClosed: Step = async (trx, services, closing, order) => {
  const movedOrders: MovedOrder[] = [];
  for (const waiting of await waitingOfBuyer(trx, services, closing, order)) {
    const movedOrder = await moveClosed(trx, services, closing, waiting);
    if (movedOrder) movedOrders.push(movedOrder);
  }
  const [firstOrder, ...furtherOrders] = movedOrders.toSorted(
    (one, second) => one.listed.order.itemId - second.listed.order.itemId,
  );
  if (!firstOrder) return;
  const mail = targetOf(closing) ? mailMovedTime : mailCalledOff;
  await mail(trx, services, closing, [firstOrder, ...furtherOrders]);
};

/** The orders of an order's buyer that wait to be told of a closed time, locked. The given order is among them. */
async function waitingOfBuyer(
  trx: Trx,
  { dialect }: Services,
  { _id: closedTimeId }: ClosedTimeRow,
  order: ClosedTimeOrderRow,
): Promise<ClosedTimeOrderRow[]> {
  const orders = await trx
    .selectFrom("orders as o")
    .innerJoin("orders as ofBuyer", "ofBuyer.buyerId", "o.buyerId")
    .innerJoin("orderParts as p", "p.orderId", "ofBuyer._id")
    .innerJoin("closedTimeOrders as c", "c.partId", "p._id")
    .selectAll("c")
    .where("o._id", "=", order.orderId)
    .where("c.closedTimeId", "=", closedTimeId)
    .where("c.state", "=", "waiting")
    .where("ofBuyer.status", "=", "paid")
    .orderBy("c.orderId")
    .execute();
  // If the buyer has deleted the account, or something is in the order's way, only this order is handled.
  const waitingOrders = orders.some(({ partId }) => partId === order.partId) ? orders : [order];
  await lockOrders(
    trx,
    dialect,
    waitingOrders.map(({ orderId }) => orderId),
  );
  return waitingOrders;
}

/** Moves an order whose time is closed, if it is to be moved. Null if there is nothing to tell about it. */
async function moveClosed(
  trx: Trx,
  services: Services,
  closing: ClosedTimeRow,
  order: ClosedTimeOrderRow,
): Promise<MovedOrder | null> {
  const now = timestamp(services.clock);
  const listedOrder = await lockListed(trx, services, closing, order.orderId);
  if (!(await takeState(trx, order, "waiting", { state: "told", toldAt: now }))) return null;
  const target = targetOf(closing);
  const orderAtTime = partsAt(closing, closing, listedOrder);
  const [first] = orderAtTime.parts;
  if (!first) {
    await takeState(trx, order, "told", { state: "left_out", toldAt: null, endedAt: now });
    await returnReserved(trx, closing, 1);
    return null;
  }
  const amountCents = centsBack(orderAtTime);
  const way = target ? await putOrderAt(trx, services, orderAtTime, target, true) : first.way;
  return { listed: orderAtTime, way, amountCents, partId: order.partId };
}

/** Moves parts of an order to another time, where they take one place, maybe reserved. Returns the first part's way. */
async function putOrderAt(
  trx: Trx,
  services: Services,
  { order, parts }: ListedOrder,
  time: KeptTime,
  hasPlace: boolean,
): Promise<PartDeliveryRow> {
  const ways: PartDeliveryRow[] = [];
  for (const { way } of parts)
    ways.push(await putAtTime(trx, services, way, time, { hasPlace: hasPlace && ways.length === 0 }));
  await markChanged(
    trx,
    parts.map(({ part }) => part._id),
    timestamp(services.clock),
  );
  await tellMoved(
    trx,
    services,
    parts.map(({ part }) => ({ partId: part._id, orderId: order._id, merchantId: part.merchantId })),
  );
  logStep(trx, services, order._id, "moved");
  return ways[0]!;
}

/** Applies the answer that a buyer's silence counts as, or refunds if the merchant chose that for all. */
export const settleSilent: Step = async (trx, services, closing, order) => {
  const endedAt = timestamp(services.clock);
  const listedOrder = await lockListed(trx, services, closing, order.orderId);
  const orderAtTime = partsAt(timeMeant(closing), closing, listedOrder);
  const isThere = orderAtTime.parts.length > 0;
  if (closing.next === "move" && (closing.silent === "come" || !isThere)) {
    await takeState(trx, order, "told", { state: "coming", endedAt });
    return;
  }
  if (!isThere) {
    await takeState(trx, order, "told", { state: "left_out", endedAt });
    return;
  }
  if (!(await takeState(trx, order, "told", { state: "given_back", endedAt }))) return;
  const amountCents = await refundOrderAtTime(trx, services, closing, orderAtTime);
  await takeState(trx, order, "given_back", { amountCents });
  if (closing.next === "move" && isUnpaid(orderAtTime)) await mailNothingToPay(trx, services, closing, orderAtTime);
  logStep(trx, services, order.orderId, "cancelled");
};

/** Tells a buyer who knows of the closing that the time takes place after all, and moves the order back. */
export const openAgain: Step = async (trx, services, closing, order) => {
  const listedOrder = await lockListed(trx, services, closing, order.orderId);
  const endedAt = timestamp(services.clock);
  if (!(await takeState(trx, order, order.state, { state: "stays", endedAt }))) return;
  const orderAtTime = partsAt(timeMeant(closing), closing, listedOrder);
  if (orderAtTime.parts.length === 0) return;
  await mailOpenAgain(trx, services, closing, orderAtTime, await movedBack(trx, services, closing, order, orderAtTime));
};

async function movedBack(
  trx: Trx,
  services: Services,
  closing: ClosedTimeRow,
  { endTime, cutOffAt }: ClosedTimeOrderRow,
  orderAtTime: ListedOrder,
): Promise<PartDeliveryRow> {
  if (closing.next !== "move") return orderAtTime.parts[0]!.way;
  const time = { day: closing.day, from: closing.startTime, to: endTime ?? closing.endTime, cutOffAt: cutOffAt ?? "" };
  return putOrderAt(trx, services, orderAtTime, time, false);
}

/** The time that a closed time's orders are moved to. Null if they are refunded. */
export const targetOf = ({ toDay, toStart, toEnd, toCutOffAt }: ClosedTimeRow) =>
  toDay === null || toStart === null || toEnd === null
    ? null
    : { day: toDay, from: toStart, to: toEnd, cutOffAt: toCutOffAt ?? "" };

/** Releases places that were reserved at the other time for orders that do not come there. */
export async function returnReserved(trx: Trx, closing: ClosedTimeRow, orders: number): Promise<void> {
  const target = targetOf(closing);
  if (target)
    await returnPlaces(trx, [{ methodId: closing.methodId, day: target.day, startTime: target.from }], orders);
}
