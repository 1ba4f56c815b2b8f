import { partsCollectedWith, type GoodsBounds } from "~/features/delivery/move-part.server";
import { deliveryOptions } from "~/features/delivery/options.server";
import { partDeliveryOf } from "~/features/delivery/part-deliveries.server";
import { toDollars } from "~/features/fields";
import { lockPart, lockTogether, type LockedPart } from "~/features/orders/order-parts.server";
import { seasonIn } from "~/features/products/season-schema";
import { piecesLeft } from "~/features/refunds/allocate-refund.server";
import { orderDisputed } from "~/features/refunds/errors.server";
import { timestamp } from "~/platform/clock";
import { inTransaction, type Db, type Trx } from "~/platform/database/database.server";
import type { PartDeliveryRow } from "~/platform/database/tables";
import type { Refusal } from "~/platform/refusal";
import type { Services } from "~/platform/services.server";
import { alreadyCancelled, alreadyShipped, notChangeable, packedBy, pastCutOff } from "./errors.server";
import type { PartChanges } from "./schema";

/** A part of a buyer's order with its delivery method and time. */
export interface ChangeablePart extends LockedPart {
  way: PartDeliveryRow;
  /** The time until which it can be changed. */
  cutOffAt: string;
}

/**
 * Locks a part of a buyer's order that its buyer may change now. Refuses `unknown_order`, `not_changeable`,
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

/** The reason why a part can no longer be changed; null if it can. */
function whyClosed({ clock }: Pick<Services, "clock">, { order, part, cutOffAt }: ChangeablePart): Refusal | null {
  if (part.statusText === "Cancelled" || part.statusText === "Refunded") return alreadyCancelled();
  if (part.statusText !== "Processing") return alreadyShipped();
  if (cutOffAt <= timestamp(clock)) return pastCutOff();
  if (order.disputedAt && !order.disputeEndedAt) return orderDisputed();
  return null;
}

/** The limits that the parts' goods set to their times: the longest notice and the seasons. Runs one statement. */
export async function boundsOf(db: Db, partIds: readonly string[]): Promise<GoodsBounds> {
  const rows = await db
    .selectFrom("products")
    .select(["title", "noticeHours", "seasonFrom", "seasonUntil", "seasonYearly"])
    .where("_id", "in", (eb) =>
      eb
        .selectFrom("orderLines")
        .select("productId")
        .where("partId", "in", partIds)
        .whereRef("refundedQuantity", "<", "quantity"),
    )
    .execute();
  return {
    noticeHours: Math.max(0, ...rows.map(({ noticeHours }) => noticeHours)),
    seasons: rows.flatMap(({ title, ...columns }) => {
      const season = seasonIn(columns);
      return season ? [{ title, season }] : [];
    }),
  };
}

/**
 * The ways of the parts that are handed over together with one part, its own way first. Refuses `already_shipped` if a
 * stall has already packed its part. Runs two statements if there are other parts, otherwise one.
 */
export async function togetherWith(
  trx: Trx,
  { way }: Pick<ChangeablePart, "way">,
): Promise<[PartDeliveryRow, ...PartDeliveryRow[]]> {
  const companions = await partsCollectedWith(trx, way);
  if (companions.length === 0) return [way];
  const packed = await trx
    .selectFrom("orderParts as p")
    .leftJoin("stores as s", "s.userId", "p.merchantId")
    .select("s.storeName")
    .where(
      "p._id",
      "in",
      companions.map(({ partId }) => partId),
    )
    .where("p.statusText", "!=", "Processing")
    .executeTakeFirst();
  if (packed) throw packedBy(packed.storeName || "A stall");
  return [way, ...companions];
}

/**
 * The numbers of the other orders that the parts belong to, as people read them. Runs one statement, or none if there
 * is no other order.
 */
export async function otherOrders(
  db: Db,
  orderId: string,
  parts: readonly Pick<PartDeliveryRow, "orderId">[],
): Promise<number[]> {
  const orderIds = [...new Set(parts.map((part) => part.orderId))].filter((id) => id !== orderId);
  if (orderIds.length === 0) return [];
  const rows = await db.selectFrom("orders").select("itemId").where("_id", "in", orderIds).orderBy("_id").execute();
  return rows.map(({ itemId }) => itemId);
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
  const ways = [way, ...locked.companions];
  const bounds = await boundsOf(
    services.db,
    ways.map(({ partId }) => partId),
  );
  const merchantIds = [...new Set(ways.map(({ merchantId }) => merchantId))];
  const [stall, ...otherStalls] = await deliveryOptions(
    services,
    merchantIds.map((merchantId) => ({ merchantId, ...bounds, goods: [] })),
    null,
  );
  const option = stall?.options.find(({ method }) => method === way.methodId);
  return {
    part: part._id,
    itemId: order.itemId,
    merchant: part.merchantId,
    storeName: stall?.storeName || "The stall",
    delivery: partDeliveryOf(way),
    together: otherStalls.map(({ storeName }) => storeName || "The stall"),
    orders: await otherOrders(services.db, orderId, ways),
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
