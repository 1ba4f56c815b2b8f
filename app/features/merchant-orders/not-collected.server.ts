import { deliveryRowOf, noteNotCollected } from "~/features/delivery/handed-over.server";
import { moveParts, partsCollectedWith } from "~/features/delivery/move-part.server";
import { deliveryOptions } from "~/features/delivery/options.server";
import { partDeliveryOf } from "~/features/delivery/part-deliveries.server";
import { toDollars } from "~/features/fields";
import { logStep } from "~/features/orders/log-step.server";
import { lockPart, lockTogether, markChanged, type LockedPart } from "~/features/orders/order-parts.server";
import { notePayoutsDue } from "~/features/payouts/due.server";
import { piecesLeft, priceOf, sumOfBacks, type PartBack, type Pieces } from "~/features/refunds/allocate-refund.server";
import { orderDisputed } from "~/features/refunds/errors.server";
import { refundPieces } from "~/features/refunds/refund-order.server";
import { tellMoved, tellNotCollected } from "~/features/webhooks/tell.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Trx } from "~/platform/database/database.server";
import type { PartDeliveryRow } from "~/platform/database/tables";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { instantIn } from "~/platform/time-zone";
import { alreadyCancelled, alreadyDelivered, noTime, timeNotOver } from "./errors.server";
import { mailMissed, storeNameOf } from "./mails.server";
import type { Missed, MissedChoices } from "./not-collected-schema";
import { merchantOrder } from "./orders.server";
import type { MerchantOrderDetails } from "./schema";

/**
 * Notes that a part was not collected at its time, and what becomes of it: its buyer is asked to write, it gets another
 * time of its delivery method, or its price is refunded less what the market lets stalls keep
 * (`Config.notCollectedKeptPercent`). Its buyer is told. An open part can still be handed over late. Refuses `no_time`,
 * `time_not_over`, `already_delivered`, `already_cancelled`, `disputed`, and whatever `moveParts` refuses.
 */
export async function notCollected(
  services: Services,
  merchantId: string,
  orderId: string,
  missed: Missed,
): Promise<MerchantOrderDetails> {
  await inTransactionOnce(services, async (trx) => {
    if (missed.next === "other_time") await lockTogether(trx, services, { orderId, merchantId });
    const locked = await lockPart(trx, services, orderId, { merchantId });
    const way = await missedWay(trx, services, locked);
    const { part, order } = locked;
    if (missed.next === "money_back") return refundMissedPart(trx, services, locked, way);
    await markChanged(trx, [part._id], timestamp(services.clock));
    if (missed.next === "other_time") {
      const [day = "", from = ""] = missed.time.split("T");
      const ways = [way, ...(await missedWith(trx, way))] as const;
      const [movedPart = way] = await moveParts(trx, services, ways, { day, from }, null);
      const partIds = ways.map(({ partId }) => partId);
      await markChanged(trx, partIds, timestamp(services.clock));
      await tellMoved(trx, services, ways);
      await mailMissed(trx, services, locked, { missed: partDeliveryOf(way), moved: partDeliveryOf(movedPart) });
    } else {
      await noteNotCollected(trx, part._id, timestamp(services.clock));
      await tellNotCollected(trx, services, order, way);
      await mailMissed(trx, services, locked, { missed: partDeliveryOf(way) });
    }
    logStep(trx, services, orderId, "not collected");
  });
  return merchantOrder(services, merchantId, orderId);
}

/** The stall's other parts that were to be handed over together with this one and were not. */
async function missedWith(trx: Trx, way: PartDeliveryRow): Promise<PartDeliveryRow[]> {
  const partsOfStall = (await partsCollectedWith(trx, way)).filter(({ merchantId }) => merchantId === way.merchantId);
  if (partsOfStall.length === 0) return [];
  const missed = await trx
    .selectFrom("orderParts")
    .select("_id")
    .where(
      "_id",
      "in",
      partsOfStall.map(({ partId }) => partId),
    )
    .where("statusText", "in", ["Processing", "Shipped"])
    .execute();
  return partsOfStall.filter(({ partId }) => missed.some(({ _id }) => _id === partId));
}

/** The delivery of a part whose time is over. Refuses any other part. */
async function missedWay(trx: Trx, services: Services, locked: LockedPart): Promise<PartDeliveryRow> {
  const way = await deliveryRowOf(trx, locked.part._id);
  const refusal = whyNotMissed(services, locked, way);
  if (refusal) throw refusal;
  if (!way) throw noTime();
  return way;
}

/** The refusal for a part that cannot be marked as not collected; null if it can. */
function whyNotMissed(
  { clock }: Pick<Services, "clock">,
  { part }: LockedPart,
  way: PartDeliveryRow | undefined,
): Refusal | null {
  if (part.statusText === "Delivered") return alreadyDelivered();
  if (part.statusText === "Cancelled" || part.statusText === "Refunded") return alreadyCancelled();
  if (!way?.day || !way.endTime) return noTime();
  return instantIn(way.timeZone, way.day, way.endTime) > clock.now() ? timeNotOver() : null;
}

/** The choices for a part that was not collected. Refuses `unknown_order`, and `no_time` where it has none. */
export async function choicesForMissed(
  services: Services,
  merchantId: string,
  orderId: string,
): Promise<MissedChoices> {
  const { locked, way } = await inTransaction(services.db, async (trx) => {
    const lockedPart = await lockPart(trx, services, orderId, { merchantId });
    return { locked: lockedPart, way: await deliveryRowOf(trx, lockedPart.part._id) };
  });
  if (!way?.day) throw noTime();
  const refusal = whyNotMissed(services, locked, way);
  const [stall] = await deliveryOptions(services, [{ merchantId, noticeHours: 0, goods: [], seasons: [] }], null);
  const whole = piecesLeft(locked.lines);
  const back = backOfMissed(services, locked, way);
  return {
    delivery: partDeliveryOf(way),
    closed: refusal && { code: refusal.code, message: refusal.message },
    slots: stall?.options.find(({ method }) => method === way.methodId)?.slots ?? [],
    amountBack: toDollars(sumOfBacks([back], locked.lines)),
    kept: toDollars(priceOf(whole) - priceOf(back.pieces)),
  };
}

async function refundMissedPart(trx: Trx, services: Services, locked: LockedPart, way: PartDeliveryRow): Promise<void> {
  const { order, part, lines } = locked;
  if (order.disputedAt && !order.disputeEndedAt) throw orderDisputed();
  const storeName = await storeNameOf(trx, part.merchantId);
  const back = backOfMissed(services, locked, way);
  const keptCents = priceOf(piecesLeft(lines)) - priceOf(back.pieces);
  await noteNotCollected(trx, part._id, timestamp(services.clock));
  await tellNotCollected(trx, services, order, way);
  const { amountCents } = await refundPieces(trx, services, order, lines, [back], {
    reason: `You did not collect it, and ${storeName} gives you the money back.`,
    settledAs: "Cancelled",
    partReason: "It was not collected.",
  });
  // No later step would pay out the sum that is kept.
  if (keptCents > 0)
    await notePayoutsDue(trx, services, [{ _id: part._id, orderId: order._id, merchantId: part.merchantId }]);
  await mailMissed(trx, services, locked, { missed: partDeliveryOf(way), amountCents, keptCents });
  logStep(trx, services, order._id, "not collected");
}

/**
 * The refund for a part that was not collected. It includes the delivery fee of a collection, since nobody drove for
 * it. The fee of a delivery in vain is kept.
 */
function backOfMissed(
  { config }: Pick<Services, "config">,
  { part, lines }: LockedPart,
  way: PartDeliveryRow,
): PartBack {
  const pieces = lessKept(piecesLeft(lines), config.notCollectedKeptPercent);
  return { part, pieces, restock: true, deliveryFee: way.kind === "collection" };
}

/** Pieces with what is left of their price after `percent` of it is kept. Each line is rounded once. */
export function lessKept(pieces: Pieces[], percent: number): Pieces[] {
  return pieces.map((piece) => ({
    ...piece,
    amountCents: piece.amountCents - Math.round((piece.amountCents * percent) / 100),
  }));
}
