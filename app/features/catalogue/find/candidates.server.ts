import { sql, type RawBuilder } from "kysely";
import type { Db } from "~/platform/database/database.server";
import { containing, type Dialect } from "~/platform/database/dialects/dialect";
import { lookedUp, type Word } from "./words.server";

/*
 * What a search or a filter costs is bounded by how much of the catalogue it looks at, however large that is: the
 * newest of what the index finds.
 */

/** So many are ordered and counted. */
export const MOST_FOUND = 2000;
/** So many are looked through for what no index knows. */
const MOST_LOOKED_THROUGH = 5000;
const MOST_OF_A_SKU = 100;

/** A product as far as it is needed to choose, order and count. */
export interface Candidate {
  _id: string;
  createdAt: string;
  amountCents: number;
  priceCents: number;
  quantity: number;
  rating: number | null;
  categoryId: string;
  merchantId: string;
  sku: string;
  searchText: string;
}

/** Each leaves products out; null and false leave out none. */
export interface Filters {
  categoryId: string | null;
  merchantId: string | null;
  minCents: number | null;
  maxCents: number | null;
  /** The least. */
  rating: number | null;
  inStock: boolean;
  onSale: boolean;
}

interface Asked {
  words: Word[];
  /** What was typed, folded: it may be a SKU. */
  typed: string;
}

/**
 * Public products that may answer the words, the newest of them, one more than are ordered; all that pass the filters
 * where they are given. In no order.
 */
export function candidatesQuery(db: Db, dialect: Dialect, { words, typed }: Asked, filters?: Filters) {
  const lists = words.map((word) => ({ word, texts: lookedUp(word) }));
  const long = lists.flatMap(({ texts }) => (texts ? [texts] : []));
  const short = lists.flatMap(({ word, texts }) => (texts ? [] : [word.typed]));
  const throughMany = filters !== undefined || short.length > 0;
  const limit = throughMany ? MOST_LOOKED_THROUGH : MOST_FOUND + 1;
  const found = long.length > 0 ? dialect.searched(long, limit) : newest(limit, filters, words.length > 0);
  const bySku = sql`select "seq" from "products" where lower("sku") = ${typed} and "isPublic" = 1 limit ${sql.lit(MOST_OF_A_SKU)}`;
  const chosen =
    typed === "" ? sql`${found}` : sql`select "seq" from (${found}) as "f" union select "seq" from (${bySku}) as "s"`;
  let query = db
    .selectFrom("products")
    .select([
      "_id",
      "createdAt",
      "amountCents",
      "priceCents",
      "quantity",
      "rating",
      "categoryId",
      "merchantId",
      "sku",
      "searchText",
    ])
    .where("seq", "in", sql<number>`(select "seq" from (${chosen}) as "chosen")`)
    .where("isPublic", "=", 1);
  // Put together with nothing, no index is asked: Postgres would go through all of its search index for two letters.
  for (const word of short)
    query = query.where(
      sql<boolean>`("searchText" || '' like ${containing(word)} escape '\\' or lower("sku") = ${typed})`,
    );
  if (filters) {
    const { categoryId, merchantId, minCents, maxCents, rating } = filters;
    if (categoryId) query = query.where("categoryId", "=", categoryId);
    if (merchantId) query = query.where("merchantId", "=", merchantId);
    if (minCents !== null) query = query.where("priceCents", ">=", minCents);
    if (maxCents !== null) query = query.where("priceCents", "<=", maxCents);
    if (rating !== null) query = query.where("rating", ">=", rating);
    if (filters.inStock) query = query.where("quantity", ">", 0);
    if (filters.onSale) query = query.whereRef("priceCents", "<", "amountCents");
  }
  // Down the row numbers, for to sort them by their time a database would carry whole rows about.
  return throughMany ? query.orderBy("seq", "desc").limit(MOST_FOUND + 1) : query;
}

/** Up to one more than are ordered of what `candidatesQuery` finds, newest first. One statement. */
export async function candidates(db: Db, dialect: Dialect, asked: Asked, filters?: Filters): Promise<Candidate[]> {
  const rows = await candidatesQuery(db, dialect, asked, filters).execute();
  return rows.toSorted(newestFirst).slice(0, MOST_FOUND + 1);
}

/**
 * Whether the index finds more products than are ordered; none of them is read for that. One statement. False, and none,
 * where it does not know every word.
 */
export async function areMany(db: Db, dialect: Dialect, { words }: Pick<Asked, "words">): Promise<boolean> {
  return areKnown(words) && (await countUpTo(db, dialect, { words }, MOST_FOUND + 1)) > MOST_FOUND;
}

/**
 * Whether words of one or two letters are looked for in fewer products than may have them, for no index knows them: the
 * newest alone. One statement, none where every word is known to the index.
 */
export async function isCutShort(db: Db, dialect: Dialect, { words }: Pick<Asked, "words">): Promise<boolean> {
  return !areKnown(words) && (await countUpTo(db, dialect, { words }, MOST_LOOKED_THROUGH + 1)) > MOST_LOOKED_THROUGH;
}

const areKnown = (words: Word[]) => words.every((word) => lookedUp(word) !== null);

/** How many products have the words that the index knows, of all where it knows none; `limit` stands for more. */
async function countUpTo(db: Db, dialect: Dialect, { words }: Pick<Asked, "words">, limit: number): Promise<number> {
  const long = words.flatMap((word) => {
    const texts = lookedUp(word);
    return texts ? [texts] : [];
  });
  const found = long.length > 0 ? dialect.searched(long, limit) : newest(limit, undefined, words.length > 0);
  const { rows } = await sql<{ n: number }>`select count(*) as "n" from (${found}) as "found"`.execute(db);
  return Number(rows[0]?.n);
}

export const newestFirst = (a: Candidate, b: Candidate) => compare(b.createdAt, a.createdAt) || compare(b._id, a._id);
/** As both databases compare. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The newest products: of a category or a stall where a list is filtered by one. */
function newest(limit: number, filters: Filters | undefined, searched: boolean): RawBuilder<unknown> {
  const { categoryId, merchantId } = filters ?? {};
  const category = categoryId ? sql`and "categoryId" = ${categoryId}` : sql``;
  const merchant = merchantId ? sql`and "merchantId" = ${merchantId} and "deletedAt" is null` : sql``;
  const order = searched && !categoryId && !merchantId ? sql`"seq" desc` : sql`"createdAt" desc, "_id" desc`;
  return sql`select "seq" from "products" where "isPublic" = 1 ${category} ${merchant} order by ${order} limit ${sql.lit(limit)}`;
}
