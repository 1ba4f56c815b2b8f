import { sql, type RawBuilder } from "kysely";
import type { Db } from "~/platform/database/database.server";
import { containing, type Dialect } from "~/platform/database/dialects/dialect";
import { contentsOfToken } from "~/platform/search-text/amounts";
import type { Reach } from "~/features/delivery/reach.server";
import { lookedUp, type Word } from "./words.server";
import { newestThatReach, ofStallsThatReach } from "./reached.server";

/*
 * The cost of a search or a filter is bounded by how many products it looks at, however large the catalogue is. It
 * looks at the newest that the index finds.
 */

/** The most candidates that are ordered and counted. */
export const MOST_FOUND = 2000;
/** The most candidates that are looked through for conditions that no index knows. */
const MOST_LOOKED_THROUGH = 5000;
const MOST_OF_A_SKU = 100;

/** The fields of a product that are needed to choose, order and count. */
export interface Candidate {
  _id: string;
  createdAt: string;
  amountCents: number;
  priceCents: number;
  quantity: number;
  rating: number | null;
  ratingScore: number;
  categoryId: string;
  merchantId: string;
  foodLabels: number;
  foodWithout: number;
  foodOrigin: string;
  /** Whether one of its sizes has the SKU that was typed. */
  hasSku: boolean;
  searchText: string;
  /** Filled only in a search for products that reach a place. */
  noticeHours?: number;
  seasonFrom?: string | null;
  seasonUntil?: string | null;
  seasonYearly?: 0 | 1;
}

/** Each filter leaves out products. Null and false leave out none. */
export interface Filters {
  categoryId: string | null;
  merchantId: string | null;
  minCents: number | null;
  maxCents: number | null;
  /** The lowest rating. */
  rating: number | null;
  inStock: boolean;
  onSale: boolean;
  /** As bits. A product must have all of them: see `LABELS`. */
  labels: number | null;
  /** As bits: allergens that a product must say it is free of. */
  without: number | null;
  /** A country's code. */
  origin: string | null;
}

interface Asked {
  words: Word[];
  /** The typed text, folded: it may be a SKU. */
  typed: string;
  /** Keeps only products that reach the place; null keeps all. */
  reach?: Reach | null;
}

/**
 * Public products that may match the words: the newest of them, one more than are ordered. With filters, only products
 * that pass them. In no order.
 */
export function candidatesQuery(db: Db, dialect: Dialect, { words, typed, reach = null }: Asked, filters?: Filters) {
  const isReachLookedUp = reach === null || words.length === 0;
  const throughMany = filters !== undefined || !areIndexed(words) || !isReachLookedUp;
  const limit = throughMany ? MOST_LOOKED_THROUGH : MOST_FOUND + 1;
  const matches = lookUp(dialect, words, limit, reach, filters);
  const withSku = sql`select "productId" from "variants" where lower("sku") = ${typed} and "deletedAt" is null and "isPending" = 0`;
  const bySku = sql`select "seq" from "products" where "_id" in (${withSku}) and "isPublic" = 1 limit ${sql.lit(MOST_OF_A_SKU)}`;
  const matchingIds =
    typed === ""
      ? sql`${matches}`
      : sql`select "seq" from (${matches}) as "f" union select "seq" from (${bySku}) as "s"`;
  let query = db
    .selectFrom("products")
    .select([
      "_id",
      "createdAt",
      "amountCents",
      "priceCents",
      "quantity",
      "rating",
      "ratingScore",
      "categoryId",
      "merchantId",
      "foodLabels",
      "foodWithout",
      "foodOrigin",
      "searchText",
      sql<boolean>`"_id" in (${withSku})`.as("hasSku"),
    ])
    .where("seq", "in", sql<number>`(select "seq" from (${matchingIds}) as "chosen")`)
    .where("isPublic", "=", 1)
    .$if(reach !== null, (qb) => qb.select(["noticeHours", "seasonFrom", "seasonUntil", "seasonYearly"]));
  for (const condition of conditionsOf(words))
    query = query.where(sql<boolean>`(${condition} or "_id" in (${withSku}))`);
  if (reach) query = query.where(ofStallsThatReach(dialect, reach));
  if (filters) {
    const { categoryId, merchantId, minCents, maxCents, rating } = filters;
    if (categoryId) query = query.where("categoryId", "=", categoryId);
    if (merchantId) query = query.where("merchantId", "=", merchantId);
    if (minCents !== null) query = query.where("priceCents", ">=", minCents);
    if (maxCents !== null) query = query.where("priceCents", "<=", maxCents);
    if (rating !== null) query = query.where("rating", ">=", rating);
    if (filters.inStock) query = query.where("quantity", ">", 0);
    if (filters.labels !== null)
      query = query.where(sql<boolean>`"foodLabels" & ${sql.lit(filters.labels)} = ${sql.lit(filters.labels)}`);
    if (filters.without !== null)
      query = query.where(sql<boolean>`"foodWithout" & ${sql.lit(filters.without)} = ${sql.lit(filters.without)}`);
    if (filters.origin !== null) query = query.where("foodOrigin", "=", filters.origin);
    if (filters.onSale) query = query.whereRef("priceCents", "<", "amountCents");
  }
  // By row number, because a database would carry whole rows about to sort them by time.
  return throughMany ? query.orderBy("seq", "desc").limit(MOST_FOUND + 1) : query;
}

/** Some of the products that may match the words, at most `limit`, in no order. */
export function sampleQuery(db: Db, dialect: Dialect, words: Word[], limit: number) {
  const scanLimit = areIndexed(words) ? limit : MOST_FOUND;
  let query = db
    .selectFrom("products")
    .select(["searchText", "foodLabels", "foodWithout"])
    .where("seq", "in", sql<number>`(select "seq" from (${lookUp(dialect, words, scanLimit, null)}) as "chosen")`)
    .where("isPublic", "=", 1);
  for (const condition of conditionsOf(words)) query = query.where(condition);
  return query.limit(limit);
}

/** The products that `candidatesQuery` finds, newest first, at most one more than are ordered. Runs one statement. */
export async function candidates(db: Db, dialect: Dialect, query: Asked, filters?: Filters): Promise<Candidate[]> {
  const rows = await candidatesQuery(db, dialect, query, filters).execute();
  return rows.toSorted(newestFirst).slice(0, MOST_FOUND + 1);
}

/**
 * Whether the index finds more products than are ordered. Reads none of the products. Runs one statement. If the index
 * does not know every word, the result is false, without a statement.
 */
export async function areMany(
  db: Db,
  dialect: Dialect,
  { words, reach = null }: Pick<Asked, "words" | "reach">,
): Promise<boolean> {
  return areIndexed(words) && (await countUpTo(db, dialect, { words, reach }, MOST_FOUND + 1)) > MOST_FOUND;
}

/**
 * Whether a word is searched for only in the newest of the products that may have it, because no index knows it, or an
 * index alone is not enough. Runs one statement, or none if the index knows every word.
 */
export async function isCutShort(db: Db, dialect: Dialect, { words }: Pick<Asked, "words">): Promise<boolean> {
  if (areIndexed(words)) return false;
  return (await countUpTo(db, dialect, { words, reach: null }, MOST_LOOKED_THROUGH + 1)) > MOST_LOOKED_THROUGH;
}

const areIndexed = (words: Word[]) => words.every((word) => lookedUp(word) !== null);

/** How many products the database looks through for the words, at most `limit`. */
async function countUpTo(
  db: Db,
  dialect: Dialect,
  { words, reach = null }: Pick<Asked, "words" | "reach">,
  limit: number,
): Promise<number> {
  const matches = lookUp(dialect, words, limit, reach);
  const { rows } = await sql<{ n: number }>`select count(*) as "n" from (${matches}) as "found"`.execute(db);
  return Number(rows[0]?.n);
}

/**
 * The row numbers of the products to look through for the words: those that the search index finds. Without any, those
 * that an index of food labels finds. Without those, the newest.
 */
function lookUp(
  dialect: Dialect,
  words: Word[],
  limit: number,
  reach: Reach | null,
  filters?: Filters,
): RawBuilder<unknown> {
  const indexed = words.flatMap((word) => {
    const texts = lookedUp(word);
    return texts ? [texts] : [];
  });
  if (indexed.length > 0) return dialect.searched(indexed, limit);
  const statement = words.find(({ food }) => food);
  if (!statement?.food) {
    const isNewest = words.length === 0 && !filters?.merchantId && !isOfFood(filters);
    if (reach && isNewest) return newestThatReach(dialect, reach, filters?.categoryId ?? null, limit);
    return newest(limit, filters, words.length > 0);
  }
  const { labels, without } = statement.food;
  const ways = [
    ...(labels ? [newestOf(ofFood({ labels }), limit)] : []),
    ...(without ? [newestOf(ofFood({ without }), limit)] : []),
    ...(statement.whole.length > 0 ? [dialect.searched([statement.whole], limit)] : []),
  ];
  const union = sql.join(
    // In a UNION branch, SQL allows LIMIT only inside a subquery.
    ways.map((way, place) => sql`select "seq" from (${way}) as ${sql.ref(`way${place}`)}`),
    sql` union `,
  );
  return sql`select "seq" from (${union}) as "ways" order by "seq" desc limit ${sql.lit(limit)}`;
}

const newestOf = (condition: RawBuilder<unknown>, limit: number) =>
  sql`select "seq" from "products" where "isPublic" = 1 ${condition} order by "createdAt" desc, "_id" desc limit ${sql.lit(limit)}`;

/** The conditions of the words that no index knows, or for which an index is not enough. */
const conditionsOf = (words: Word[]): RawBuilder<boolean>[] =>
  words
    .filter((word) => lookedUp(word) === null)
    .map(({ inside, whole, amount, food }) => {
      const ways = [...inside, ...whole].map((text) => hasText(text));
      if (amount !== undefined) ways.push(hasContent(amount));
      if (food?.labels) ways.push(sql<boolean>`("foodLabels" & ${sql.lit(food.labels)}) <> 0`);
      if (food?.without) ways.push(sql<boolean>`("foodWithout" & ${sql.lit(food.without)}) = ${sql.lit(food.without)}`);
      return sql<boolean>`(${sql.join(ways, sql` or `)})`;
    });

/**
 * Concatenating the empty string keeps the database from using an index: Postgres would go through all of its search
 * index for two letters.
 */
const hasText = (text: string) => sql<boolean>`"searchText" || '' like ${containing(text)} escape '\\'`;

/** SQL of whether a size on sale has the net content. */
function hasContent(token: string) {
  const contents = contentsOfToken(token).map(
    ({ milli, unit }) => sql`("v"."contentMilli" = ${sql.lit(milli)} and "v"."contentUnit" = ${sql.lit(unit)})`,
  );
  return sql<boolean>`exists (select 1 from "variants" as "v" where "v"."productId" = "products"."_id"
    and "v"."deletedAt" is null and "v"."isPending" = 0 and (${sql.join(contents, sql` or `)}))`;
}

export const newestFirst = (a: Candidate, b: Candidate) => compare(b.createdAt, a.createdAt) || compare(b._id, a._id);
/** Compares texts as both databases do. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The newest products. A filter by category or stall is applied first. Without those and without words, a filter by
 * label, origin or absent allergens is. Each has its own index, so a rare product is found however old it is.
 */
function newest(limit: number, filters: Filters | undefined, searched: boolean): RawBuilder<unknown> {
  const { categoryId, merchantId } = filters ?? {};
  const category = categoryId ? sql`and "categoryId" = ${categoryId}` : sql``;
  const merchant = merchantId ? sql`and "merchantId" = ${merchantId} and "deletedAt" is null` : sql``;
  const food = categoryId || merchantId || searched ? sql`` : ofFood(filters);
  const order = searched && !categoryId && !merchantId ? sql`"seq" desc` : sql`"createdAt" desc, "_id" desc`;
  return sql`select "seq" from "products" where "isPublic" = 1 ${category} ${merchant} ${food} order by ${order} limit ${sql.lit(limit)}`;
}

type FoodFilters = Pick<Filters, "labels" | "origin" | "without">;
const isOfFood = (filters: FoodFilters | undefined) => Boolean(filters?.labels || filters?.origin || filters?.without);

/** The condition of one food filter that is set and has an index, written exactly as in the index. */
function ofFood(filters: Partial<FoodFilters> | undefined): RawBuilder<unknown> {
  const { labels = null, origin = null, without = null } = filters ?? {};
  // The last label in the list, because labels that few products have come after organic, vegan and vegetarian.
  if (labels) return sql`and ("foodLabels" & ${sql.lit(1 << (31 - Math.clz32(labels)))}) <> 0`;
  if (origin) return sql`and "foodOrigin" = ${origin} and "foodOrigin" <> ''`;
  return without ? sql`and "foodWithout" <> 0` : sql``;
}
