import { sql, type RawBuilder } from "kysely";
import { behind, type Cursor } from "~/features/cursor.server";
import { MOST_COUNTED } from "~/features/pagination";
import type { Db } from "~/platform/database/database.server";

/*
 * The lists of public products: of the whole shop, a category or a stall. Each order has an index, and counts and pages
 * end after `MOST_COUNTED` products, so that a list costs the same however long it is
 * (docs/decisions/064-lists-end-after-two-thousand.md).
 */

export type Range = "all" | `category ${string}` | `stall ${string}`;
export type Order = "latest" | "price" | "price-up" | "rating";

export const rangeOf = (categoryId: string | null): Range => (categoryId ? `category ${categoryId}` : "all");

/** The sort columns of each order, as SQL. Ties are ordered by age, so that pages neither repeat nor miss a product. */
const ORDERS: Record<Order, RawBuilder<unknown>> = {
  latest: sql`"createdAt" desc, "_id" desc`,
  price: sql`"priceCents" desc, "createdAt" desc, "_id" desc`,
  "price-up": sql`"priceCents", "createdAt", "_id"`,
  rating: sql`"ratingScore" desc, "createdAt" desc, "_id" desc`,
};

function productsIn(db: Db, range: Range) {
  const [kind, id = ""] = range.split(" ");
  const query = db.selectFrom("products").where("isPublic", "=", 1);
  if (kind === "category") return query.where("categoryId", "=", id);
  return kind === "stall" ? query.where("merchantId", "=", id) : query;
}

/** The number of products in a list, at most `MOST_COUNTED + 1`. Runs one statement. */
export async function countListed(db: Db, range: Range): Promise<number> {
  const oneProduct = productsIn(db, range)
    .select(sql.lit(1).as("one"))
    .limit(MOST_COUNTED + 1);
  const { n } = await db
    .selectFrom(oneProduct.as("some"))
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** The ids of a part of a list. Runs one statement. */
export async function idsListed(
  db: Db,
  range: Range,
  order: Order,
  { limit, offset }: { limit: number; offset: number },
): Promise<string[]> {
  const rows = await productsIn(db, range).select("_id").orderBy(ORDERS[order]).limit(limit).offset(offset).execute();
  return rows.map(({ _id }) => _id);
}

/** The products of a list behind a cursor, newest first. Without a cursor, from its beginning. */
export function productsBehind(db: Db, range: Range, cursor: Cursor | null) {
  const query = productsIn(db, range).orderBy(ORDERS.latest);
  if (cursor === null) return query;
  return query.where(behind(cursor, { at: sql.ref("createdAt"), id: sql.ref("_id") }, "desc"));
}
