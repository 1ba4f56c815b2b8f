import { deliveryRowOf } from "~/features/delivery/handed-over.server";
import { putAtTime } from "~/features/delivery/move-part.server";
import { returnPlaces } from "~/features/delivery/slot-orders.server";
import { logStep } from "~/features/orders/log-step.server";
import { lockPart, markChanged, type LockedPart } from "~/features/orders/order-parts.server";
import { tellMoved } from "~/features/webhooks/tell.server";
import { timestamp } from "~/platform/clock";
import type { Trx } from "~/platform/database/database.server";
import type { ClosedTimeOrderRow, ClosedTimeRow, PartDeliveryRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { centsBack, giveBackPart, isStillAt, timeMeant } from "./give-back.server";
import { mailCalledOff, mailMovedTime, mailNothingToPay, mailOpenAgain } from "./mails.server";

/* The steps of one order of a closed time. Each is done in one transaction, by whoever takes the order's state first. */

/** A step of an order, which does nothing where its state is another one by now. */
export type Step = (trx: Trx, services: Services, closing: ClosedTimeRow, order: ClosedTimeOrderRow) => Promise<void>;

type Change = Partial<Pick<ClosedTimeOrderRow, "state" | "answer" | "amountCents" | "toldAt" | "endedAt" | "problem">>;

/** Changes the state of an order from the one that it is thought to have. Answers whether it had it. */
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

/** Tells a buyer that the time of their order is closed, and moves the order where it is to be moved. */
export const tellClosed: Step = async (trx, services, closing, order) => {
  const now = timestamp(services.clock);
  const locked = await lockPart(trx, services, order.orderId, { merchantId: closing.merchantId });
  if (!(await takeState(trx, order, "waiting", { state: "told", toldAt: now }))) return;
  const way = await deliveryRowOf(trx, order.partId);
  const target = targetOf(closing);
  if (!isStillAt(closing, closing, locked.part, way)) {
    await takeState(trx, order, "told", { state: "left_out", toldAt: null, endedAt: now });
    return returnReserved(trx, closing, 1);
  }
  const amountCents = centsBack(locked);
  if (!target) return mailCalledOff(trx, services, closing, locked, amountCents);
  const moved = await putAtTime(trx, services, way, target, { hasPlace: true });
  await noteMoved(trx, services, locked);
  await mailMovedTime(trx, services, closing, locked, moved, amountCents);
};

/** Does what follows from a buyer's silence, or gives the money back where that was the merchant's choice for all. */
export const settleSilent: Step = async (trx, services, closing, order) => {
  const endedAt = timestamp(services.clock);
  const locked = await lockPart(trx, services, order.orderId, { merchantId: closing.merchantId });
  const way = await deliveryRowOf(trx, order.partId);
  const isThere = isStillAt(timeMeant(closing), closing, locked.part, way);
  if (closing.next === "move" && (closing.silent === "come" || !isThere)) {
    await takeState(trx, order, "told", { state: "coming", endedAt });
    return;
  }
  if (!isThere) {
    await takeState(trx, order, "told", { state: "left_out", endedAt });
    return;
  }
  if (!(await takeState(trx, order, "told", { state: "given_back", endedAt }))) return;
  const amountCents = await giveBackPart(trx, services, closing, locked);
  await takeState(trx, order, "given_back", { amountCents });
  if (closing.next === "move" && locked.part.isUnpaid === 1) await mailNothingToPay(trx, services, closing, locked);
  logStep(trx, services, order.orderId, "cancelled");
};

/** Tells a buyer who was told before that the time takes place after all, and moves the order back. */
export const openAgain: Step = async (trx, services, closing, order) => {
  const locked = await lockPart(trx, services, order.orderId, { merchantId: closing.merchantId });
  const endedAt = timestamp(services.clock);
  if (!(await takeState(trx, order, order.state, { state: "stays", endedAt }))) return;
  const way = await deliveryRowOf(trx, order.partId);
  if (!isStillAt(timeMeant(closing), closing, locked.part, way)) return;
  await mailOpenAgain(trx, services, closing, locked, await movedBack(trx, services, closing, order, locked, way));
};

async function movedBack(
  trx: Trx,
  services: Services,
  closing: ClosedTimeRow,
  { endTime, cutOffAt }: ClosedTimeOrderRow,
  locked: LockedPart,
  way: PartDeliveryRow,
): Promise<PartDeliveryRow> {
  if (closing.next !== "move") return way;
  const time = { day: closing.day, from: closing.startTime, to: endTime ?? closing.endTime, cutOffAt: cutOffAt ?? "" };
  const moved = await putAtTime(trx, services, way, time, { hasPlace: false });
  await noteMoved(trx, services, locked);
  return moved;
}

async function noteMoved(trx: Trx, services: Services, { order, part }: LockedPart): Promise<void> {
  await markChanged(trx, [part._id], timestamp(services.clock));
  await tellMoved(trx, services, [{ partId: part._id, orderId: order._id, merchantId: part.merchantId }]);
  logStep(trx, services, order._id, "moved");
}

/** The time that a closed time's orders are moved to; null where their money goes back. */
export const targetOf = ({ toDay, toStart, toEnd, toCutOffAt }: ClosedTimeRow) =>
  toDay === null || toStart === null || toEnd === null
    ? null
    : { day: toDay, from: toStart, to: toEnd, cutOffAt: toCutOffAt ?? "" };

/** Gives places back that were reserved at the other time for orders that do not come there. */
export async function returnReserved(trx: Trx, closing: ClosedTimeRow, orders: number): Promise<void> {
  const target = targetOf(closing);
  if (target)
    await returnPlaces(trx, [{ methodId: closing.methodId, day: target.day, startTime: target.from }], orders);
}
