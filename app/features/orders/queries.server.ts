import type { Selectable } from "kysely";
import { billing } from "~/features/accounts/schema";
import { toDollars } from "~/features/fields";
import { imageOf } from "~/features/media/rules.server";
import type { Intent } from "~/platform/cards/card-provider";
import type { Db, Trx } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import type { OrderLineRow, OrderPartRow, OrderRow } from "~/platform/database/tables";
import type { Order, OrderDetails } from "./schema";

/** What is written into an order about its buyer. */
export interface BuyerSnapshot {
  firstName: string;
  lastName: string;
  email: string;
  telephone: string;
}

export async function nextItemId(db: Db): Promise<number> {
  await db
    .insertInto("counters")
    .values({ name: "order", value: 10_000 })
    .onConflict((oc) => oc.doNothing())
    .execute();
  const row = await db
    .updateTable("counters")
    .set((eb) => ({ value: eb("value", "+", 1) }))
    .where("name", "=", "order")
    .returning("value")
    .executeTakeFirstOrThrow();
  return Number(row.value);
}

export async function firstImages(db: Db, productIds: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom("productImages")
    .select(["productId", "fileId"])
    .where("productId", "in", productIds)
    .where("position", "=", 0)
    .execute();
  return new Map(rows.map((row) => [row.productId, row.fileId]));
}

/**
 * The order that an intent pays: by the attempt that is written down for it, or else by what the intent says, since a
 * hosted page makes its own.
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

/** The order, locked until the transaction ends. */
export async function lockOrder(trx: Trx, dialect: Dialect, orderId: string): Promise<OrderRow | undefined> {
  let query = trx.selectFrom("orders").selectAll().where("_id", "=", orderId);
  if (dialect.forUpdate) query = query.forUpdate();
  return query.executeTakeFirst();
}

export function pendingOrderOf(db: Db, buyerId: string): Promise<OrderRow | undefined> {
  return db
    .selectFrom("orders")
    .selectAll()
    .where("buyerId", "=", buyerId)
    .where("status", "=", "pending")
    .executeTakeFirst();
}

/** A line of an order as it is stored. */
export type OrderLine = Selectable<OrderLineRow>;

/** What of an order's part decides what may become of it. */
export type OrderPart = Pick<Selectable<OrderPartRow>, (typeof PART)[number]>;
export const PART = ["_id", "merchantId", "statusText", "amountCents", "refundedCents"] as const;

/** The lines of an order as they are stored, in the order of the cart. */
export async function linesOf(db: Db, orderId: string): Promise<OrderLine[]> {
  return db.selectFrom("orderLines").selectAll().where("orderId", "=", orderId).orderBy("position").execute();
}

/** The parts of an order, by id. */
export function partsOf(db: Db, orderId: string): Promise<OrderPart[]> {
  return db.selectFrom("orderParts").select(PART).where("orderId", "=", orderId).orderBy("_id").execute();
}

/** A stretch of the buyer's paid orders, newest first, lines included. Two statements and a count. */
export async function ordersOfBuyer(
  db: Db,
  buyerId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ docs: Order[]; total: number }> {
  const mine = db.selectFrom("orders").where("buyerId", "=", buyerId).where("status", "=", "paid");
  const { n } = await mine.select((eb) => eb.fn.countAll<number>().as("n")).executeTakeFirstOrThrow();
  const rows = await mine
    .selectAll()
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(limit)
    .offset(offset)
    .execute();
  const lines = await lineDocs(
    db,
    rows.map((row) => row._id),
  );
  return { docs: rows.map((row) => toOrder(row, lines.get(row._id) ?? [])), total: Number(n) };
}

export function rowsOfBuyer(db: Db, buyerId: string): Promise<OrderRow[]> {
  return db
    .selectFrom("orders")
    .selectAll()
    .where("buyerId", "=", buyerId)
    .orderBy("createdAt")
    .orderBy("_id")
    .execute();
}

/** One order of this buyer, whole, or undefined. */
export async function orderOfBuyer(
  db: Db,
  buyerId: string,
  orderId: string,
  statuses: OrderRow["status"][] = ["paid"],
): Promise<OrderDetails | undefined> {
  const row = await db
    .selectFrom("orders")
    .selectAll()
    .where("_id", "=", orderId)
    .where("buyerId", "=", buyerId)
    .where("status", "in", statuses)
    .executeTakeFirst();
  return row && orderDetails(db, row);
}

export async function orderDetails(db: Db, row: OrderRow): Promise<OrderDetails> {
  const lines = (await lineDocs(db, [row._id])).get(row._id) ?? [];
  const parts = await db
    .selectFrom("orderParts as p")
    .leftJoin("stores as s", "s.userId", "p.merchantId")
    .select([
      "p._id",
      "p.statusText",
      "p.amountCents",
      "p.refundedCents",
      "p.shippedAt",
      "p.deliveredAt",
      "p.carrier",
      "p.trackingNumber",
      "p.cancelReason",
      "s.storeName",
    ])
    .where("p.orderId", "=", row._id)
    .orderBy("p._id")
    .execute();
  return {
    ...toOrder(row, lines),
    billing: billing.parse(JSON.parse(row.billing)),
    shipping: billing.parse(JSON.parse(row.shipping)),
    notes: row.notes,
    refunded: toDollars(parts.reduce((sum, part) => sum + part.refundedCents, 0)),
    parts: parts.map((part) => ({
      _id: part._id,
      storeName: part.storeName ?? "",
      statusText: part.statusText,
      amount: toDollars(part.amountCents),
      refunded: toDollars(part.refundedCents),
      shippedAt: part.shippedAt,
      deliveredAt: part.deliveredAt,
      carrier: part.carrier,
      trackingNumber: part.trackingNumber,
      cancelReason: part.cancelReason,
      lines: lines.filter((line) => line.partId === part._id).map((line) => line._id),
    })),
  };
}

export type LineDoc = Order["carts"][number] & { partId: string };

/** The lines of orders, by order, as the API tells them. One statement. */
export async function lineDocs(db: Db, orderIds: string[]): Promise<Map<string, LineDoc[]>> {
  const docs = new Map<string, LineDoc[]>();
  if (orderIds.length === 0) return docs;
  const rows = await db
    .selectFrom("orderLines as l")
    .leftJoin("files as f", "f._id", "l.imageId")
    .select([
      "l._id",
      "l.orderId",
      "l.partId",
      "l.productId",
      "l.title",
      "l.sku",
      "l.priceCents",
      "l.quantity",
      "l.refundedQuantity",
      "f._id as fileId",
      "f.widths",
      "f.width",
      "f.height",
    ])
    .where("l.orderId", "in", orderIds)
    .orderBy("l.orderId")
    .orderBy("l.position")
    .execute();
  for (const row of rows) {
    const image = row.fileId
      ? [imageOf({ _id: row.fileId, widths: row.widths ?? "[]", width: row.width ?? 0, height: row.height ?? 0 })]
      : [];
    docs.set(row.orderId, [
      ...(docs.get(row.orderId) ?? []),
      {
        _id: row._id,
        partId: row.partId,
        product: { _id: row.productId, title: row.title, sku: row.sku, image },
        price: toDollars(row.priceCents),
        quantity: row.quantity,
        refundedQuantity: row.refundedQuantity,
      },
    ]);
  }
  return docs;
}

function toOrder(row: OrderRow, lines: LineDoc[]): Order {
  return {
    _id: row._id,
    itemId: row.itemId,
    createdAt: row.createdAt,
    date: row.paidAt,
    amount: toDollars(row.amountCents),
    isCompleted: row.isCompleted === 1,
    quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
    paymentMethod: row.paymentMethod,
    carts: lines.map(({ partId: _partId, ...line }) => line),
  };
}
