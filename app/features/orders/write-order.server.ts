import { sql, type Insertable } from "kysely";
import type { Billing } from "~/features/accounts/schema";
import type { Db, Trx } from "~/platform/database/database.server";
import type { OrderLineRow, OrderRow } from "~/platform/database/tables";
import { fold } from "~/platform/folding";
import type { BuyerSnapshot } from "./order.server";

/* Writes the rows of an order that waits for its payment. The checkout decides what they say. All sums are cents. */

/** The columns of an order that hold the buyer, the addresses and the buyer's wishes. */
export function addressed({
  buyer,
  billing,
  shipping,
  notes,
}: {
  buyer: BuyerSnapshot;
  billing: Billing;
  shipping: Billing;
  notes: string;
}): Pick<OrderRow, "buyer" | "buyerText" | "billing" | "shipping" | "notes"> {
  return {
    buyer: JSON.stringify(buyer),
    buyerText: buyerTextOf(buyer),
    billing: JSON.stringify(billing),
    shipping: JSON.stringify(shipping),
    notes,
  };
}

/** A part to write, with the price of its goods and its delivery fee. */
export interface NewPart {
  _id: string;
  amountCents: number;
  deliveryFeeCents: number;
}

/**
 * Writes an order with its parts, by merchant, and its lines, which keep the present food information of their goods.
 */
export async function insertOrder(
  trx: Trx,
  order: OrderRow,
  parts: ReadonlyMap<string, NewPart>,
  lines: Insertable<OrderLineRow>[],
): Promise<void> {
  await trx.insertInto("orders").values(order).execute();
  await trx
    .insertInto("orderParts")
    .values(
      [...parts].map(([merchantId, part]) => ({
        ...part,
        orderId: order._id,
        merchantId,
        statusText: "Processing" as const,
        paidAt: null,
        shippedAt: null,
        deliveredAt: null,
        createdAt: order.createdAt,
        updatedAt: order.createdAt,
      })),
    )
    .execute();
  await trx
    .insertInto("orderLines")
    .values(
      lines.map((line) => ({
        ...line,
        food: sql<string>`coalesce((select "food" from "productFood" where "productId" = ${line.productId}), '')`,
      })),
    )
    .execute();
}

/** Changes a waiting order and returns it, or undefined if it does not wait any more or its buyer has left. */
export function renewOrder(db: Db, orderId: string, columns: Partial<OrderRow>): Promise<OrderRow | undefined> {
  return db
    .updateTable("orders")
    .set(columns)
    .where("_id", "=", orderId)
    .where("status", "=", "pending")
    .where("isAnonymous", "=", 0)
    .returningAll()
    .executeTakeFirst();
}

/** Shortens the wait of orders that would wait past `last`: they wait until `until`. */
export async function shortenWaits(db: Db, last: string, until: string): Promise<void> {
  await db
    .updateTable("orders")
    .set({ heldUntil: until })
    .where("status", "=", "pending")
    .where("heldUntil", ">", last)
    .execute();
}

/** Marks a waiting order as released and notes until when it was held. Returns false if it does not wait any more. */
export async function markReleased(trx: Trx, orderId: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("orders")
    .set((eb) => ({
      status: "released" as const,
      heldUntil: eb.case().when("heldUntil", "<", now).then(eb.ref("heldUntil")).else(now).end(),
    }))
    .where("_id", "=", orderId)
    .where("status", "=", "pending")
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  await trx.updateTable("orderParts").set({ updatedAt: now }).where("orderId", "=", orderId).execute();
  return true;
}

/** The short number of the next order. */
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

/** The text in which a merchant's search looks for an order. */
function buyerTextOf({ firstName, lastName, email }: BuyerSnapshot): string {
  return fold(`${firstName} ${lastName} ${email}`);
}
