import { numberInvoices } from "./invoice-numbers.server";
import { freePlaces } from "~/features/delivery/hold-places.server";
import { ordersOfHandOver } from "~/features/delivery/move-part.server";
import { sql } from "kysely";
import type { Trx } from "~/platform/database/database.server";
import type { OrderPartRow, OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { unknownOrder } from "./errors.server";
import { linesOf, lockOrder, lockOrders, PART, type OrderLine, type OrderPart } from "./order.server";

/*
 * A merchant's part of an order: held, and marked as what has become of it. Whoever marks one holds the order's lock.
 * All sums are cents, all times ISO 8601 in UTC.
 */

/** The choice of a part of an order: a merchant's own, or one that a buyer named. */
export type Whose = { merchantId: string } | { buyerId: string; partId: string };

export interface LockedPart {
  order: OrderRow;
  part: OrderPart;
  lines: OrderLine[];
}

/**
 * The part with its order and lines, held until the transaction ends: two parts of an order are settled one after the
 * other.
 */
export async function lockPart(
  trx: Trx,
  { dialect }: Pick<Services, "dialect">,
  orderId: string,
  owner: Whose,
): Promise<LockedPart> {
  const order = await lockOrder(trx, dialect, orderId);
  if (!order || order.status !== "paid" || ("buyerId" in owner && order.buyerId !== owner.buyerId))
    throw unknownOrder();
  let query = trx.selectFrom("orderParts").select(PART).where("orderId", "=", orderId);
  query =
    "merchantId" in owner ? query.where("merchantId", "=", owner.merchantId) : query.where("_id", "=", owner.partId);
  const part = await query.executeTakeFirst();
  if (!part) throw unknownOrder();
  const lines = await linesOf(trx, orderId);
  return { order, part, lines: lines.filter((line) => line.partId === part._id) };
}

/**
 * Locks the orders of a buyer or a merchant that a part is handed over with, the first one first, so that none is added to
 * them meanwhile. It comes before `lockPart`.
 */
export async function lockTogether(
  trx: Trx,
  { dialect }: Pick<Services, "dialect">,
  part: { partId: string } | { orderId: string; merchantId: string },
): Promise<void> {
  const [firstOrder] = await ordersOfHandOver(trx, part);
  if (firstOrder === undefined) return;
  await lockOrders(trx, dialect, [firstOrder]);
  await lockOrders(trx, dialect, (await ordersOfHandOver(trx, part)).slice(1));
}

/**
 * A merchant's parts of paid orders with their orders and lines, by order, held until the transaction ends; what is not
 * theirs, or not paid, is missing. Three statements, however many.
 */
export async function lockParts(
  trx: Trx,
  { dialect }: Pick<Services, "dialect">,
  merchantId: string,
  orderIds: string[],
): Promise<Map<string, LockedPart>> {
  // Always in the same order, so that two who lock several never wait for each other in a ring.
  let query = trx.selectFrom("orders").selectAll().where("_id", "in", orderIds).orderBy("_id");
  if (dialect.forUpdate) query = query.forUpdate();
  const orders = (await query.execute()).filter((order) => order.status === "paid");
  const parts = await trx
    .selectFrom("orderParts")
    .select([...PART, "orderId"])
    .where("orderId", "in", orderIds)
    .where("merchantId", "=", merchantId)
    .execute();
  const lines = await trx
    .selectFrom("orderLines")
    .selectAll()
    .where("orderId", "in", orderIds)
    .orderBy("position")
    .execute();
  return new Map(
    orders.flatMap((order): [string, LockedPart][] => {
      const part = parts.find(({ orderId }) => orderId === order._id);
      return part ? [[order._id, { order, part, lines: lines.filter(({ partId }) => partId === part._id) }]] : [];
    }),
  );
}

/** Parts with their orders and lines, of whichever merchants; their orders must be locked. Three statements, however many. */
export async function partsWithLines(trx: Trx, partIds: string[]): Promise<LockedPart[]> {
  const parts = await trx
    .selectFrom("orderParts")
    .select([...PART, "orderId"])
    .where("_id", "in", partIds)
    .execute();
  const orderIds = [...new Set(parts.map(({ orderId }) => orderId))];
  const orders = await trx.selectFrom("orders").selectAll().where("_id", "in", orderIds).execute();
  const lines = await trx
    .selectFrom("orderLines")
    .selectAll()
    .where("partId", "in", partIds)
    .orderBy("position")
    .execute();
  return parts.flatMap((part) => {
    const order = orders.find(({ _id }) => _id === part.orderId);
    return order ? [{ order, part, lines: lines.filter(({ partId }) => partId === part._id) }] : [];
  });
}

/** Marks parts as sent for the first time, each by its own way. One statement, however many. */
export async function markAllShipped(
  trx: Trx,
  shipments: { partId: string; carrier: string; trackingNumber: string }[],
  shippedAt: string,
): Promise<void> {
  const by = (column: "carrier" | "trackingNumber") =>
    sql<string>`case "_id" ${sql.join(
      shipments.map((one) => sql`when ${one.partId} then ${one[column]}`),
      sql` `,
    )} end`;
  await trx
    .updateTable("orderParts")
    .set({
      statusText: "Shipped",
      shippedAt,
      updatedAt: shippedAt,
      carrier: by("carrier"),
      trackingNumber: by("trackingNumber"),
    })
    .where(
      "_id",
      "in",
      shipments.map(({ partId }) => partId),
    )
    .execute();
}

/** Marks a part as sent, or corrects how; `shippedAt` only when it is sent for the first time. */
export async function markShipped(
  trx: Trx,
  partId: string,
  as: { carrier: string; trackingNumber: string; updatedAt: string; shippedAt?: string },
): Promise<void> {
  await trx
    .updateTable("orderParts")
    .set({ statusText: "Shipped", ...as })
    .where("_id", "=", partId)
    .execute();
}

/** Marks a part as paid at collection, and numbers its invoice. */
export async function markPartPaid(
  trx: Trx,
  { _id: partId, orderId }: { _id: string; orderId: string },
  paidAt: string,
): Promise<void> {
  await trx
    .updateTable("orderParts")
    .set({ isUnpaid: 0, paidAt, updatedAt: paidAt })
    .where("_id", "=", partId)
    .execute();
  await numberInvoices(trx, orderId, partId);
}

/** Marks a part as arrived, as its merchant or its buyer says. */
export async function markDelivered(
  trx: Trx,
  orderId: string,
  partId: string,
  as: { deliveredAt: string; deliveredBy: "merchant" | "buyer" },
): Promise<void> {
  await markAllDelivered(trx, [orderId], [partId], as);
}

/** Marks parts of orders as arrived at once. */
export async function markAllDelivered(
  trx: Trx,
  orderIds: string[],
  partIds: string[],
  as: { deliveredAt: string; deliveredBy: "merchant" | "buyer" },
): Promise<void> {
  await trx
    .updateTable("orderParts")
    .set({ statusText: "Delivered", ...as, updatedAt: as.deliveredAt })
    .where("_id", "in", partIds)
    .execute();
  await completeIfSettled(trx, orderIds);
}

/** Notes that something about parts is other than before, for those who ask what has changed since. */
export async function markChanged(trx: Trx, partIds: string[], updatedAt: string): Promise<void> {
  await trx.updateTable("orderParts").set({ updatedAt }).where("_id", "in", partIds).execute();
}

/** Notes the id that a part has in its merchant's own system. */
export async function markExternalId(
  trx: Trx,
  partId: string,
  as: { externalId: string; updatedAt: string },
): Promise<void> {
  await trx.updateTable("orderParts").set(as).where("_id", "=", partId).execute();
}

/** How far a part has come, since when, and by whom. */
export function stepOf(trx: Trx, partId: string) {
  return trx
    .selectFrom("orderParts")
    .select(["statusText", "shippedAt", "deliveredAt", "deliveredBy"])
    .where("_id", "=", partId)
    .executeTakeFirstOrThrow();
}

/** Takes back that a part was sent; its carrier and tracking number stay, for when it is. */
export async function markNotShipped(trx: Trx, partId: string, updatedAt: string): Promise<void> {
  await trx
    .updateTable("orderParts")
    .set({ statusText: "Processing", shippedAt: null, updatedAt })
    .where("_id", "=", partId)
    .execute();
}

/** Takes back that a part has arrived: it is on its way, and its order not completed. */
export async function markNotDelivered(trx: Trx, orderId: string, partId: string, updatedAt: string): Promise<void> {
  await trx
    .updateTable("orderParts")
    .set({ statusText: "Shipped", deliveredAt: null, deliveredBy: "", updatedAt })
    .where("_id", "=", partId)
    .execute();
  await trx.updateTable("orders").set({ isCompleted: 0 }).where("_id", "=", orderId).execute();
}

/** Marks those of the parts as arrived that are on their way still, and answers them. */
export async function markDeliveredIfShipped(
  trx: Trx,
  partIds: string[],
  orderIds: string[],
  deliveredAt: string,
): Promise<Pick<OrderPartRow, "_id" | "orderId" | "merchantId">[]> {
  const delivered = await trx
    .updateTable("orderParts")
    .set({ statusText: "Delivered", deliveredAt, deliveredBy: "time", updatedAt: deliveredAt })
    .where("_id", "in", partIds)
    .where("statusText", "=", "Shipped")
    .returning(["_id", "orderId", "merchantId"])
    .execute();
  await completeIfSettled(trx, orderIds);
  return delivered;
}

/**
 * Notes on all lines in one statement how many pieces and how many cents went back; throws where that is more than
 * were bought, or more than was paid.
 */
export async function markPiecesRefunded(
  trx: Trx,
  pieces: { line: Pick<OrderLine, "_id">; quantity: number; amountCents: number }[],
): Promise<void> {
  if (pieces.length === 0) return;
  const by = (figure: "quantity" | "amountCents", type: "integer" | "bigint") => {
    const cases = pieces.map((piece) => sql`when ${piece.line._id} then cast(${piece[figure]} as ${sql.raw(type)})`);
    return sql`case "_id" ${sql.join(cases, sql` `)} else 0 end`;
  };
  const [quantities, cents] = [by("quantity", "integer"), by("amountCents", "bigint")];
  const updated = await trx
    .updateTable("orderLines")
    .set((eb) => ({
      refundedQuantity: sql<number>`${eb.ref("refundedQuantity")} + ${quantities}`,
      refundedCents: sql<number>`${eb.ref("refundedCents")} + ${cents}`,
    }))
    .where(
      "_id",
      "in",
      pieces.map(({ line }) => line._id),
    )
    .where(sql<boolean>`"refundedQuantity" + ${quantities} <= "quantity"`)
    .where(sql<boolean>`"refundedCents" + ${cents} <= "priceCents" * "quantity"`)
    .executeTakeFirst();
  // The caller holds the order's lock and has looked; this is the last line of defence.
  if (Number(updated.numUpdatedRows) !== pieces.length) throw new Error("more would be given back than was bought");
}

/** Notes what the pieces of lines weigh, in thousandths of their unit, and what is due for them once all are known. */
export async function markWeighed(
  trx: Trx,
  lines: { line: Pick<OrderLine, "_id">; weights: (number | null)[]; dueCents: number | null }[],
): Promise<void> {
  if (lines.length === 0) return;
  const by = (value: (line: (typeof lines)[number]) => string | number | null, type: "text" | "integer") =>
    sql`case "_id" ${sql.join(
      lines.map(
        (weighedLine) => sql`when ${weighedLine.line._id} then cast(${value(weighedLine)} as ${sql.raw(type)})`,
      ),
      sql` `,
    )} end`;
  await trx
    .updateTable("orderLines")
    .set({
      weights: sql<string>`${by(({ weights }) => JSON.stringify(weights), "text")}`,
      dueCents: sql<number | null>`${by(({ dueCents }) => dueCents, "integer")}`,
    })
    .where(
      "_id",
      "in",
      lines.map(({ line }) => line._id),
    )
    .execute();
}

/**
 * Adds to what of a part has gone back, and notes the refund with which the price of its way did; with `settled`, when
 * nothing of it is left, says as what it ends and why.
 */
export async function markPartRefunded(
  trx: Trx,
  partId: string,
  { amountCents, feeRefundId }: { amountCents: number; feeRefundId: string | null },
  updatedAt: string,
  settled: { statusText: "Cancelled" | "Refunded"; cancelReason: string; cancelledAt: string } | null,
): Promise<void> {
  await trx
    .updateTable("orderParts")
    .set((eb) => ({
      refundedCents: eb("refundedCents", "+", amountCents),
      ...(feeRefundId !== null && { deliveryFeeRefundId: feeRefundId }),
      updatedAt,
      ...settled,
    }))
    .where("_id", "=", partId)
    .execute();
  if (settled) await freePlaces(trx, { partId });
}

/** An order is completed once every part of it is delivered, cancelled or refunded. */
export async function completeIfSettled(trx: Trx, orderIds: string[]): Promise<void> {
  await trx
    .updateTable("orders")
    .set({ isCompleted: 1 })
    .where("_id", "in", orderIds)
    .where("isCompleted", "=", 0)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("orderParts")
            .select("orderParts._id")
            .whereRef("orderParts.orderId", "=", "orders._id")
            .where("orderParts.statusText", "in", ["Processing", "Shipped"]),
        ),
      ),
    )
    .execute();
}
