import { sql } from "kysely";
import type { Db } from "~/platform/database/database.server";
import { columnsOf, productsIn, RATINGS, standsAt, type List, type Range } from "./lists.server";

/*
 * How long lists are, and where their deep pages begin, from the counts of their segments
 * (docs/decisions/041-lists-are-counted-in-segments.md).
 */

/** From the list's beginning, or from its end backwards. */
export type Direction = "desc" | "asc";

interface Stretch {
  limit: number;
  offset: number;
}

/** Nearer to the beginning, going down the list costs less than asking where to begin. */
const NEAR = 500;

/** How many products a list has. One statement. */
export async function countListed(db: Db, list: List): Promise<number> {
  const { n } = await db
    .selectFrom("listSegments")
    .select((eb) => eb.fn.sum<number | null>("products").as("n"))
    .where("list", "=", list)
    .executeTakeFirstOrThrow();
  return Number(n ?? 0);
}

/** The products of one stretch of a list behind a place, none for its beginning; the plan is tested. */
export function listedQuery(
  db: Db,
  list: List,
  { limit, offset }: Stretch,
  beyond: string,
  direction: Direction = "desc",
) {
  const all = productsIn(db, list);
  let query = beyond === "" ? all : all.where(standsAt(list, direction === "desc" ? "<" : ">=", beyond));
  for (const column of columnsOf(list)) query = query.orderBy(column, direction);
  return query.limit(limit).offset(offset);
}

/**
 * A query for one stretch of a list, to be asked for columns. A statement to find it, none near the end that it is read
 * from; how deep it is makes no difference.
 */
export async function stretchOf(db: Db, list: List, { limit, offset }: Stretch, direction: Direction = "desc") {
  const { start, before } = offset < NEAR ? BEGINNING : await segmentBefore(db, list, offset, direction);
  return { query: listedQuery(db, list, { limit, offset: offset - before }, start, direction) };
}

/** Ids of one stretch of a list. Two statements, one near the end that it is read from. */
export async function idsListed(db: Db, list: List, stretch: Stretch, direction: Direction = "desc") {
  const { query } = await stretchOf(db, list, stretch, direction);
  return (await query.select("_id").execute()).map((row) => row._id);
}

/** Ids of one stretch of a list, the best rated first. A statement near its beginning, three to five behind that. */
export async function idsByRating(db: Db, range: Range, stretch: Stretch): Promise<string[]> {
  if (stretch.offset < NEAR) {
    const rows = await productsIn(db, range)
      .select("_id")
      .orderBy(sql`coalesce("rating", 0)`, "desc")
      .orderBy("createdAt", "desc")
      .orderBy("_id", "desc")
      .limit(stretch.limit)
      .offset(stretch.offset)
      .execute();
    return rows.map((row) => row._id);
  }
  const lists = RATINGS.map((rating) => `rating ${rating} ${range}` as const);
  const counts = await db
    .selectFrom("listSegments")
    .select(["list", (eb) => eb.fn.sum<number>("products").as("n")])
    .where("list", "in", lists)
    .groupBy("list")
    .execute();
  const ids: string[] = [];
  let before = 0;
  for (const list of lists) {
    const count = Number(counts.find((row) => row.list === list)?.n ?? 0);
    const [offset, limit] = [Math.max(stretch.offset - before, 0), stretch.limit - ids.length];
    if (limit > 0 && offset < count) ids.push(...(await idsListed(db, list, { limit, offset })));
    before += count;
  }
  return ids;
}

interface Anchor {
  /** The place where one segment ends and the next begins; empty for the beginning. */
  start: string;
  /** How many products are read before it. */
  before: number;
}

const BEGINNING: Anchor = { start: "", before: 0 };

/** The last border of segments in the first `offset` products of a list, as it is read. */
async function segmentBefore(db: Db, list: List, offset: number, direction: Direction): Promise<Anchor> {
  const [sum, products] = [
    sql<number>`sum(sum("products")) over (order by "start" ${sql.raw(direction)})`,
    sql`sum("products")`,
  ];
  const borders = db
    .selectFrom("listSegments")
    // What a segment has itself lies behind its beginning, which is its end where the list is read from its beginning.
    .select(["start", (direction === "desc" ? sum : sql<number>`${sum} - ${products}`).as("before")])
    .where("list", "=", list)
    .groupBy("start");
  const anchor = await db
    .selectFrom(borders.as("borders"))
    .select(["start", "before"])
    // Before the first segment there is nothing, and the oldest ends where the list does.
    .where("start", "<>", "")
    .where("before", "<=", offset)
    .orderBy("start", direction === "desc" ? "asc" : "desc")
    .limit(1)
    .executeTakeFirst();
  return anchor ? { start: anchor.start, before: Number(anchor.before) } : BEGINNING;
}
