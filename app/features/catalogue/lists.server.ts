import { sql, type RawBuilder, type SqlBool } from "kysely";
import type { Db } from "~/platform/database/database.server";
import { PRICE_LENGTH } from "~/platform/database/dialects/list-segments.server";

/*
 * The lists of public products that are counted in segments, and the places of products in them: a place is a text, and
 * places compare as the list is ordered. Triggers make the same texts (platform/database/dialects/list-segments).
 */

/** Of the whole shop, or of a category. */
export type Range = "all" | `category ${string}`;
/** What is rated alike: from 5 to 1, 0 for what is not rated. */
export const RATINGS = [5, 4, 3, 2, 1, 0] as const;
export type List =
  // Newest first.
  | Range
  | `stall ${string}`
  | `rating ${(typeof RATINGS)[number]} ${Range}`
  // Dearest first, newest first of what costs the same.
  | `price ${Range}`;

export const rangeOf = (categoryId: string | null): Range => (categoryId ? `category ${categoryId}` : "all");

/** Of a time and an id as texts. */
const [AT_LENGTH, ID_LENGTH] = [24, 24];

const isByPrice = (list: List) => list.startsWith("price ");

/** The columns that a list is ordered by, all of them in one direction. */
export const columnsOf = (list: List): RawBuilder<string | number>[] =>
  [...(isByPrice(list) ? ["priceCents"] : []), "createdAt", "_id"].map((name) => sql.ref(name));

/** The products of a list, in no order. */
export function productsIn(db: Db, list: List) {
  const rating = /^rating (\d) /.exec(list)?.[1];
  const [kind, id = ""] = list.replace(/^(?:price|rating \d) /, "").split(" ");
  let query = db.selectFrom("products").where("isPublic", "=", 1);
  if (rating !== undefined) query = query.where(sql`coalesce("rating", 0)`, "=", Number(rating));
  if (kind === "category") return query.where("categoryId", "=", id);
  return kind === "stall" ? query.where("merchantId", "=", id) : query;
}

/** Whether a product stands from a place on, or before it: in the order of places, which is from the list's end. */
export function standsAt(list: List, where: "<" | ">=", place: string): RawBuilder<SqlBool> {
  const [at, id] = [place.slice(-AT_LENGTH - ID_LENGTH, -ID_LENGTH), place.slice(-ID_LENGTH)];
  const values = [...(isByPrice(list) ? [Number(place.slice(0, PRICE_LENGTH))] : []), at, id];
  // As a row, both databases go down the index from there.
  return sql<SqlBool>`(${sql.join(columnsOf(list))}) ${sql.raw(where)} (${sql.join(values)})`;
}

/** A place as the columns of its list, within a statement; the empty one is before all others. */
export function placeInSql(list: List, place: RawBuilder<string>): RawBuilder<unknown>[] {
  const length = isByPrice(list) ? PRICE_LENGTH : 0;
  const text = (from: number, many: number) => sql`substr(${place}, ${sql.lit(from + 1)}, ${sql.lit(many)})`;
  return [
    ...(length > 0 ? [sql`cast('0' || ${text(0, length)} as bigint)`] : []),
    text(length, AT_LENGTH),
    text(length + AT_LENGTH, ID_LENGTH),
  ];
}

/** The place of a product, by its columns that the list is ordered by. */
export const placeOf = (columns: (string | number)[]): string =>
  columns.map((value) => (typeof value === "number" ? String(value).padStart(PRICE_LENGTH, "0") : value)).join("");
