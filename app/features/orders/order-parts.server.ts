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
 * Locks merchants' parts of orders and marks their progress. The caller of a `mark…` function holds the order's lock.
 * All sums are cents, all times ISO 8601 in UTC.
 */

/** Selects a part of an order: the merchant's own, or the one that the buyer named. */
export type Whose = { merchantId: string } | { buyerId: string; partId: string };

export interface LockedPart {
  order: OrderRow;
  part: OrderPart;
  lines: OrderLine[];
}

/**
 * Locks a part with its order and lines until the transaction ends, so two parts of an order are settled one after the
 * other. Refuses `unknown_order` if the order is not paid or the part is not theirs.
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
 * Locks the orders that a part is handed over with, the first one first, so that no order is added to them meanwhile.
 * Call it before `lockPart`.
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
 * Locks a merchant's parts of paid orders with their orders and lines until the transaction ends. Returns them by order
 * id, without orders that are unpaid or not theirs. Three statements for any number of orders.
 */
export async function lockParts(
  trx: Trx,
  { dialect }: Pick<Services, "dialect">,
  merchantId: string,
  orderIds: string[],
): Promise<Map<string, LockedPart>> {
  // The fixed order prevents a deadlock between transactions that lock several orders.
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

/**
 * Parts of any merchants with their orders and lines. Their orders must be locked. Three statements for any number of
 * parts.
 */
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

/**
 * Marks parts as sent for the first time, each with its carrier and tracking number. One statement for any number of
 * parts.
 */
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

/** Marks a part as sent, or corrects its carrier and tracking number. `shippedAt` is given only for the first time. */
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

/** Marks a part as arrived because its merchant or its buyer says so. */
export async function markDelivered(
  trx: Trx,
  orderId: string,
  partId: string,
  as: { deliveredAt: string; deliveredBy: "merchant" | "buyer" },
): Promise<void> {
  await markAllDelivered(trx, [orderId], [partId], as);
}

/** Marks several parts as arrived. */
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

/** Notes that parts have changed, for callers that ask for changes since a moment. */
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

/** The state of a part, when it was sent and arrived, and who marked it as arrived. */
export function stepOf(trx: Trx, partId: string) {
  return trx
    .selectFrom("orderParts")
    .select(["statusText", "shippedAt", "deliveredAt", "deliveredBy"])
    .where("_id", "=", partId)
    .executeTakeFirstOrThrow();
}

/** Undoes that a part was sent. Its carrier and tracking number stay for the next time. */
export async function markNotShipped(trx: Trx, partId: string, updatedAt: string): Promise<void> {
  await trx
    .updateTable("orderParts")
    .set({ statusText: "Processing", shippedAt: null, updatedAt })
    .where("_id", "=", partId)
    .execute();
}

/** Undoes that a part has arrived: it is on its way again, and its order is not completed. */
export async function markNotDelivered(trx: Trx, orderId: string, partId: string, updatedAt: string): Promise<void> {
  await trx
    .updateTable("orderParts")
    .set({ statusText: "Shipped", deliveredAt: null, deliveredBy: "", updatedAt })
    .where("_id", "=", partId)
    .execute();
  await trx.updateTable("orders").set({ isCompleted: 0 }).where("_id", "=", orderId).execute();
}

/** Marks the parts that are still on their way as arrived, and returns them. */
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
 * Notes in one statement how many pieces and cents of each line were refunded. Throws if they are more than were bought
 * or paid.
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
  // The caller holds the order's lock and has checked the quantities. This is the last line of defence.
  if (Number(updated.numUpdatedRows) !== pieces.length) throw new Error("more would be given back than was bought");
}

/**
 * Notes the weights of the lines' pieces, in thousandths of their unit, and the cents due once all weights are known.
 */
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
 * Adds to the refunded cents of a part, and notes the refund that includes its delivery fee. If nothing of the part is
 * left, `settled` gives its final state and the reason.
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
