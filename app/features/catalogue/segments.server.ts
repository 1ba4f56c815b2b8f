import { sql } from "kysely";
import { behind, type Cursor } from "~/features/cursor.server";
import type { Db } from "~/platform/database/database.server";

/*
 * How long the lists by age are, and where their deep pages begin, from the counts of their segments
 * (docs/decisions/041-lists-are-counted-in-segments.md).
 */

/** A list of public products, newest first. */
export type List = "all" | `category ${string}` | `stall ${string}`;

export const listOf = (categoryId: string | null): List => (categoryId ? `category ${categoryId}` : "all");

interface Stretch {
  limit: number;
  offset: number;
}

const ID_LENGTH = 24;
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

/** The products of a list, in no order. */
export function productsIn(db: Db, list: List) {
  const [kind, id = ""] = list.split(" ");
  const query = db.selectFrom("products").where("isPublic", "=", 1);
  if (kind === "category") return query.where("categoryId", "=", id);
  return kind === "stall" ? query.where("merchantId", "=", id) : query;
}

/** A product's place in the lists by age. */
export const PLACE = { at: sql.ref<string>("createdAt"), id: sql.ref<string>("_id") };

/** What a place is stored as, taken apart. */
export const cursorAt = (place: string): Cursor => ({
  at: place.slice(0, -ID_LENGTH),
  id: place.slice(-ID_LENGTH),
});

/** The products of one stretch of a list behind a place; the plan is tested. */
export function listedQuery(db: Db, list: List, { limit, offset }: Stretch, beyond: string) {
  const products = productsIn(db, list);
  return (beyond === "" ? products : products.where(behind(cursorAt(beyond), PLACE, "desc")))
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(limit)
    .offset(offset);
}

/**
 * A query for one stretch of a list, to be asked for columns. A statement to find it, none near the list's beginning;
 * how deep it is makes no difference.
 */
export async function stretchOf(db: Db, list: List, { limit, offset }: Stretch) {
  const { start, before } = offset < NEAR ? BEGINNING : await segmentBefore(db, list, offset);
  return { query: listedQuery(db, list, { limit, offset: offset - before }, start) };
}

/** Ids of one stretch of a list. Two statements, one near its beginning. */
export async function idsListed(db: Db, list: List, stretch: Stretch): Promise<string[]> {
  const { query } = await stretchOf(db, list, stretch);
  return (await query.select("_id").execute()).map((row) => row._id);
}

interface Anchor {
  /** The place of the last product before it; empty for the beginning. */
  start: string;
  /** How many products stand before it. */
  before: number;
}

const BEGINNING: Anchor = { start: "", before: 0 };

/** The last end of a segment in the first `offset` products of a list. */
async function segmentBefore(db: Db, list: List, offset: number): Promise<Anchor> {
  const ends = db
    .selectFrom("listSegments")
    .select(["start", sql<number>`sum(sum("products")) over (order by "start" desc)`.as("before")])
    .where("list", "=", list)
    // The end of the oldest is the end of the list.
    .where("start", "<>", "")
    .groupBy("start");
  const anchor = await db
    .selectFrom(ends.as("ends"))
    .select(["start", "before"])
    .where("before", "<=", offset)
    .orderBy("start")
    .limit(1)
    .executeTakeFirst();
  return anchor ? { start: anchor.start, before: Number(anchor.before) } : BEGINNING;
}
