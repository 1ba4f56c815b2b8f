import type { Db } from "~/platform/database/database.server";
import type { CartItem } from "./schema";

/** Cart and wishlist of a user in one statement, oldest cart line first, newest wish first. */
export async function savedLines(db: Db, userId: string) {
  const rows = await db
    .selectFrom("cartLines")
    .select(["productId", "quantity", "addedAt"])
    .where("userId", "=", userId)
    .unionAll(
      db
        .selectFrom("wishlistLines")
        .select((eb) => ["productId", eb.lit(0).as("quantity"), "addedAt"])
        .where("userId", "=", userId),
    )
    .orderBy("addedAt")
    .orderBy("productId")
    .execute();
  return {
    carts: rows.filter((row) => row.quantity > 0).map((row) => ({ product: row.productId, quantity: row.quantity })),
    wishlist: rows
      .filter((row) => row.quantity === 0)
      .map((row) => row.productId)
      .toReversed(),
  };
}

/** Which of the ids are known products, published or not. */
export async function knownProducts(db: Db, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom("products").select("_id").where("_id", "in", ids).execute();
  return new Set(rows.map((row) => row._id));
}

export async function countLines(db: Db, table: "cartLines" | "wishlistLines", userId: string): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("userId", "=", userId)
    .executeTakeFirstOrThrow();
  return Number(row.n);
}

export type HowToPut = "set" | "add" | "larger";

/** A millisecond apart, so that what is added together keeps its order. */
function oneAfterAnother(first: Date, index: number): string {
  return new Date(first.getTime() + index).toISOString();
}

/**
 * Puts lines into a cart: a new one as it is; of one that is there the quantity is set, added to, or kept if larger.
 * One statement.
 */
export async function putLines(db: Db, userId: string, from: Date, lines: CartItem[], how: HowToPut): Promise<void> {
  if (lines.length === 0) return;
  await db
    .insertInto("cartLines")
    .values(
      lines.map((line, index) => ({
        userId,
        productId: line.product,
        quantity: line.quantity,
        addedAt: oneAfterAnother(from, index),
      })),
    )
    .onConflict((oc) =>
      oc.columns(["userId", "productId"]).doUpdateSet((eb) => {
        const [now, sent] = [eb.ref("cartLines.quantity"), eb.ref("excluded.quantity")];
        if (how === "set") return { quantity: sent };
        if (how === "larger") return { quantity: eb.case().when(now, ">", sent).then(now).else(sent).end() };
        const sum = eb(now, "+", sent);
        return { quantity: eb.case().when(sum, ">", 9999).then(9999).else(sum).end() };
      }),
    )
    .execute();
}

/** Puts products on a wishlist, the last of them on top; those that are on it stay where they are. */
export async function putWishes(db: Db, userId: string, from: Date, productIds: string[]): Promise<void> {
  if (productIds.length === 0) return;
  await db
    .insertInto("wishlistLines")
    .values(productIds.map((productId, index) => ({ userId, productId, addedAt: oneAfterAnother(from, index) })))
    .onConflict((oc) => oc.doNothing())
    .execute();
}

/** Removes the given products of a user's list, or all of them. */
export async function dropLines(
  db: Db,
  table: "cartLines" | "wishlistLines",
  userId: string,
  productIds?: string[],
): Promise<void> {
  let query = db.deleteFrom(table).where("userId", "=", userId);
  if (productIds) query = query.where("productId", "in", productIds);
  await query.execute();
}
