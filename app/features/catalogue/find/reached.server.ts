import { sql, type RawBuilder } from "kysely";
import type { Reach } from "~/features/delivery/reach.server";
import { MOST_COUNTED } from "~/features/pagination";
import type { Db } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";

/*
 * The newest products of the stalls that reach a place. If these stalls are few, their lists are joined. If they are
 * many, the newest products of the shop are scanned one by one, with an index that includes their stalls
 * (docs/decisions/098).
 */

/** The most lists of stalls that are joined. */
const MOST_LISTS = 50;
/** The most of the newest products that are scanned. */
const MOST_PASSED = 100_000;

const isOfFew = ({ stalls }: Reach): boolean => "only" in stalls && stalls.only.length <= MOST_LISTS;

/** The row numbers of the newest products, of the shop or of a category, whose stalls reach the place. */
export function newestThatReach(
  dialect: Dialect,
  reach: Reach,
  categoryId: string | null,
  limit: number,
): RawBuilder<unknown> {
  const { stalls } = reach;
  if (isOfFew(reach) && "only" in stalls) return newestOfLists(stalls.only, limit);
  const category = categoryId ? sql`and "categoryId" = ${categoryId}` : sql``;
  const passes = sql`select "seq", "merchantId" from "products" where "isPublic" = 1 ${category} ${newestFirst(MOST_PASSED)}`;
  return sql`select "seq" from (${passes}) as "passed" where ${ofStallsThatReach(dialect, reach)} limit ${sql.lit(limit)}`;
}

function newestOfLists(merchantIds: readonly string[], limit: number): RawBuilder<unknown> {
  if (merchantIds.length === 0) return sql`select "seq" from "products" where 1 = 0`;
  const lists = merchantIds.map((merchantId, place) => {
    const goods = sql`"products" where "isPublic" = 1 and "merchantId" = ${merchantId}`;
    const list = sql`select "seq", "createdAt", "_id" from ${goods} ${newestFirst(MOST_COUNTED + 1)}`;
    return sql`select * from (${list}) as ${sql.ref(`list${place}`)}`;
  });
  return sql`select "seq" from (${sql.join(lists, sql` union all `)}) as "lists" ${newestFirst(limit)}`;
}

const newestFirst = (limit: number) => sql`order by "createdAt" desc, "_id" desc limit ${sql.lit(limit)}`;

/**
 * SQL of whether a product's stall reaches the place. Concatenating the empty string keeps the database from using an
 * index of stalls, because it should check each product that it scans.
 */
export function ofStallsThatReach(dialect: Dialect, { stalls }: Reach): RawBuilder<boolean> {
  return "only" in stalls
    ? sql<boolean>`"merchantId" || '' in (${dialect.texts(stalls.only)})`
    : sql<boolean>`"merchantId" || '' not in (${dialect.texts(stalls.except)})`;
}

/** Whether products older than the scanned ones may reach the place. Runs one statement at most. */
export async function mayReachMore(db: Db, reach: Reach): Promise<boolean> {
  if (isOfFew(reach)) return false;
  const oneProduct = db
    .selectFrom("products")
    .where("isPublic", "=", 1)
    .select(sql.lit(1).as("one"))
    .limit(MOST_PASSED + 1);
  const { count } = await db
    .selectFrom(oneProduct.as("some"))
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count) > MOST_PASSED;
}
