import { partsCollectedWith } from "~/features/delivery/move-part.server";
import { deliveryOptions } from "~/features/delivery/options.server";
import { partDeliveryOf } from "~/features/delivery/part-deliveries.server";
import { toDollars } from "~/features/fields";
import type { OrderLine } from "~/features/orders/order.server";
import { lockPart, lockTogether, type LockedPart } from "~/features/orders/order-parts.server";
import { piecesLeft } from "~/features/refunds/allocate-refund.server";
import { orderDisputed } from "~/features/refunds/errors.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import type { PartDeliveryRow } from "~/platform/database/tables";
import type { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { alreadyCancelled, alreadyShipped, notChangeable, packedBy, pastCutOff } from "./errors.server";
import type { PartChanges } from "./schema";

/** A part of a buyer's order with the way that it was ordered with. */
export interface ChangeablePart extends LockedPart {
  way: PartDeliveryRow;
  /** Until when it can be changed. */
  cutOffAt: string;
}

/**
 * A part of a buyer's order, locked, that its buyer may change now. Refuses `unknown_order`, `not_changeable`,
 * `past_cut_off`, `already_shipped`, `already_cancelled`, `disputed`.
 */
export async function lockChangeable(
  trx: Trx,
  services: Services,
  buyerId: string,
  orderId: string,
  partId: string,
): Promise<ChangeablePart> {
  const part = await lockWithWay(trx, services, buyerId, orderId, partId);
  const refusal = whyClosed(services, part);
  if (refusal) throw refusal;
  return part;
}

async function lockWithWay(
  trx: Trx,
  services: Services,
  buyerId: string,
  orderId: string,
  partId: string,
): Promise<ChangeablePart> {
  await lockTogether(trx, services, { partId });
  const locked = await lockPart(trx, services, orderId, { buyerId, partId });
  const way = await trx.selectFrom("partDeliveries").selectAll().where("partId", "=", partId).executeTakeFirst();
  if (!way?.cutOffAt) throw notChangeable();
  return { ...locked, way, cutOffAt: way.cutOffAt };
}

/** The reason why a part cannot be changed any more; null where it can. */
function whyClosed({ clock }: Pick<Services, "clock">, { order, part, cutOffAt }: ChangeablePart): Refusal | null {
  if (part.statusText === "Cancelled" || part.statusText === "Refunded") return alreadyCancelled();
  if (part.statusText !== "Processing") return alreadyShipped();
  if (cutOffAt <= timestamp(clock)) return pastCutOff();
  if (order.disputedAt && !order.disputeEndedAt) return orderDisputed();
  return null;
}

/** The longest notice that the goods of parts need, in hours. One statement. */
export async function noticeOf(db: Db, lines: readonly Pick<OrderLine, "productId">[]): Promise<number> {
  const { hours } = await db
    .selectFrom("products")
    .select((eb) => eb.fn.max("noticeHours").as("hours"))
    .where(
      "_id",
      "in",
      lines.map(({ productId }) => productId),
    )
    .executeTakeFirstOrThrow();
  return hours ?? 0;
}

/**
 * The ways of the parts that are collected together with one, and the lines of all of them. Refuses `already_shipped` where
 * a stall has packed its part already. Three statements at a market day, none elsewhere.
 */
export async function togetherWith(
  trx: Trx,
  { way, lines }: Pick<ChangeablePart, "way" | "lines">,
): Promise<{ ways: [PartDeliveryRow, ...PartDeliveryRow[]]; lines: OrderLine[] }> {
  const companions = await partsCollectedWith(trx, way);
  if (companions.length === 0) return { ways: [way], lines };
  const partIds = companions.map(({ partId }) => partId);
  const packed = await trx
    .selectFrom("orderParts as p")
    .leftJoin("stores as s", "s.userId", "p.merchantId")
    .select("s.storeName")
    .where("p._id", "in", partIds)
    .where("p.statusText", "!=", "Processing")
    .executeTakeFirst();
  if (packed) throw packedBy(packed.storeName || "A stall");
  const otherLines = await trx.selectFrom("orderLines").selectAll().where("partId", "in", partIds).execute();
  return { ways: [way, ...companions], lines: [...lines, ...otherLines] };
}

/** The changes that a buyer may make to a part now. Refuses `unknown_order`, `not_changeable`. */
export async function partChanges(
  services: Services,
  buyerId: string,
  orderId: string,
  partId: string,
): Promise<PartChanges> {
  const locked = await inTransaction(services.db, async (trx) => {
    const part = await lockWithWay(trx, services, buyerId, orderId, partId);
    return { ...part, companions: await partsCollectedWith(trx, part.way) };
  });
  const { order, part, lines, way, cutOffAt } = locked;
  const refusal = whyClosed(services, locked);
  const noticeHours = await noticeOf(services.db, lines);
  const [stall, ...together] = await deliveryOptions(
    services,
    [part, ...locked.companions].map(({ merchantId }) => ({ merchantId, noticeHours, seasons: [], goods: [] })),
    null,
  );
  const option = stall?.options.find(({ method }) => method === way.methodId);
  return {
    part: part._id,
    itemId: order.itemId,
    merchant: part.merchantId,
    storeName: stall?.storeName || "The stall",
    delivery: partDeliveryOf(way),
    together: together.map(({ storeName }) => storeName || "The stall"),
    until: cutOffAt,
    closed: refusal && { code: refusal.code, message: refusal.message },
    slots: option?.slots ?? [],
    lines: piecesLeft(lines).map(({ line, quantity, amountCents }) => ({
      _id: line._id,
      title: line.title,
      size: line.sizeName,
      quantity,
      amount: toDollars(amountCents),
    })),
  };
}
