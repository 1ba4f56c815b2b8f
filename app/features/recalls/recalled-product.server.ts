import { unknownToAll } from "~/features/products/errors.server";
import type { Db } from "~/platform/database/database.server";
import { notOffSale } from "./errors.server";

/**
 * The product of a recall, deleted or not. Refuses `not_taken_off` while the product is not taken off sale. With
 * `onSaleToo` such a product is accepted, so that a recall that has begun can go on.
 */
export async function recalledProduct(
  db: Db,
  productId: string,
  { onSaleToo = false } = {},
): Promise<{ _id: string; title: string }> {
  const row = await db
    .selectFrom("products")
    .select(["_id", "title", "takenOffAt"])
    .where("_id", "=", productId)
    .executeTakeFirst();
  if (!row) throw unknownToAll();
  if (row.takenOffAt === null && !onSaleToo) throw notOffSale();
  return { _id: row._id, title: row.title };
}
