import { sql, type Selectable } from "kysely";
import { z } from "~/features/zod";
import type { Intent } from "~/platform/cards/card-provider";
import type { Db, Trx } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import { numberInvoices } from "./invoice-numbers.server";
import type { DisputeRow, OrderLineRow, OrderPartRow, OrderRow } from "~/platform/database/tables";

/*
 * Reads stored orders and changes their state as a whole. The callers decide when. A caller locks an order before it
 * changes it, which keeps a refund, a delivery and a payment of the same order apart. All sums are cents, all times ISO
 * 8601 in UTC.
 */

/** The buyer of an order at the time of the order. */
const buyerSnapshot = z.object({
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  telephone: z.string().default(""),
});
export type BuyerSnapshot = z.infer<typeof buyerSnapshot>;

/** Reads the column `buyer` of an order. */
export const buyerOf = ({ buyer }: { buyer: string }): BuyerSnapshot => buyerSnapshot.parse(JSON.parse(buyer));

/** A line of an order as it is stored. */
export type OrderLine = Selectable<OrderLineRow>;

/** The columns of a part that decide its next steps. */
export type OrderPart = Pick<Selectable<OrderPartRow>, (typeof PART)[number]>;
export const PART = [
  "_id",
  "merchantId",
  "statusText",
  "amountCents",
  "refundedCents",
  "isUnpaid",
  "deliveryFeeCents",
  "deliveryFeeRefundId",
  "deliveredAt",
] as const;

/** The order, locked until the transaction ends. */
export async function lockOrder(trx: Trx, dialect: Dialect, orderId: string): Promise<OrderRow | undefined> {
  let query = trx.selectFrom("orders").selectAll().where("_id", "=", orderId);
  if (dialect.forUpdate) query = query.forUpdate();
  return query.executeTakeFirst();
}

/** Locks orders until the transaction ends, always in the same order, which prevents deadlocks. */
export async function lockOrders(trx: Trx, dialect: Dialect, orderIds: string[]): Promise<void> {
  if (!dialect.forUpdate || orderIds.length === 0) return;
  await trx.selectFrom("orders").select("_id").where("_id", "in", orderIds).orderBy("_id").forUpdate().execute();
}

/** The buyer's order that waits for its payment; there is one at most. Its hold may have ended: see `heldUntil`. */
export function pendingOrderOf(db: Db, buyerId: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom("orders")
    .selectAll()
    .where("buyerId", "=", buyerId)
    .where("status", "=", "pending")
    .executeTakeFirst();
}

/**
 * The id of the order that an intent pays. A payment attempt of this intent names it, or else the intent itself does,
 * since a hosted page creates its own intent.
 */
export async function orderIdOf(db: Db, intent: Pick<Intent, "id" | "orderId">): Promise<string | undefined> {
  const attempt = await db
    .selectFrom("paymentAttempts")
    .selectAll()
    .where((eb) => eb.or([eb("intentId", "=", intent.id), eb("sessionId", "=", intent.id)]))
    .executeTakeFirst();
  if (attempt) return attempt.orderId;
  const order = await db
    .selectFrom("orders")
    .select("_id")
    .where((eb) => eb.or([eb("intentId", "=", intent.id), eb("_id", "=", intent.orderId)]))
    .executeTakeFirst();
  return order?._id;
}

/** The lines of an order as they are stored, in the order of the cart. */
export async function linesOf(db: Db, orderId: string): Promise<OrderLine[]> {
  return db.selectFrom("orderLines").selectAll().where("orderId", "=", orderId).orderBy("position").execute();
}

/** The parts of an order, by id. */
export function partsOf(db: Db, orderId: string): Promise<OrderPart[]> {
  return db.selectFrom("orderParts").select(PART).where("orderId", "=", orderId).orderBy("_id").execute();
}

/** Notes the payment intent of a waiting order; the first one stays. */
export async function noteIntent(trx: Trx, orderId: string, intentId: string): Promise<void> {
  await trx.updateTable("orders").set({ intentId }).where("_id", "=", orderId).where("intentId", "is", null).execute();
}

/** The present trader of a part's stall. The part keeps it as it is when the order is placed. */
const presentTrader = sql<string | null>`(select "s"."trader" from "stores" as "s"
  where "s"."userId" = "orderParts"."merchantId")`;

/** Marks an order and its parts as paid by this intent, and numbers the invoices. */
export async function markPaid(trx: Trx, orderId: string, intentId: string, paidAt: string): Promise<void> {
  await trx.updateTable("orders").set({ status: "paid", paidAt, intentId }).where("_id", "=", orderId).execute();
  await trx
    .updateTable("orderParts")
    .set({ paidAt, updatedAt: paidAt, trader: presentTrader })
    .where("orderId", "=", orderId)
    .execute();
  await numberInvoices(trx, orderId);
}

/** Marks an order and its parts as placed, to be paid at collection. */
export async function markPlaced(trx: Trx, orderId: string, placedAt: string): Promise<void> {
  await trx.updateTable("orders").set({ status: "paid", paidAt: placedAt }).where("_id", "=", orderId).execute();
  await trx
    .updateTable("orderParts")
    .set({ paidAt: placedAt, isUnpaid: 1, updatedAt: placedAt, trader: presentTrader })
    .where("orderId", "=", orderId)
    .execute();
}

/** Marks an order as refused: this intent has paid it and is refunded. */
export async function markRefused(trx: Trx, orderId: string, intentId: string, updatedAt: string): Promise<void> {
  await trx.updateTable("orders").set({ status: "refused", intentId }).where("_id", "=", orderId).execute();
  await trx
    .updateTable("orderParts")
    .set({ statusText: "Refunded", updatedAt })
    .where("orderId", "=", orderId)
    .execute();
}

/** Marks an order with its open dispute, or else with its lost one. If it has neither, removes the mark. */
export async function markDisputed(
  trx: Trx,
  orderId: string,
  dispute: Pick<DisputeRow, "createdAt" | "reason"> | undefined,
  endedAt: string | null,
  updatedAt: string,
): Promise<void> {
  const disputedAt = dispute?.createdAt ?? null;
  const { numUpdatedRows } = await trx
    .updateTable("orders")
    .set({ disputedAt, disputeReason: dispute?.reason ?? "", disputeEndedAt: endedAt })
    .where("_id", "=", orderId)
    .where((eb) =>
      eb.or([eb("disputedAt", "is distinct from", disputedAt), eb("disputeEndedAt", "is distinct from", endedAt)]),
    )
    .executeTakeFirst();
  if (numUpdatedRows > 0n)
    await trx.updateTable("orderParts").set({ updatedAt }).where("orderId", "=", orderId).execute();
}
