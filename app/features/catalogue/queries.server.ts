import { sql, type Expression, type ExpressionBuilder, type SqlBool } from "kysely";
import type { Tint } from "~/features/fields";
import { imageOf } from "~/features/media/stored-files.server";
import type { Db } from "~/platform/database/database.server";
import type { Dialect } from "~/platform/database/dialects/dialect";
import type { Tables } from "~/platform/database/tables";
import { fold } from "~/platform/folding";
import type { Category } from "./schema";

/** Every category with its picture and its number of public products, in the operator's order. One statement. */
export async function allCategories(db: Db): Promise<Category[]> {
  const rows = await db
    .selectFrom("categories as c")
    .leftJoin("files as f", "f._id", "c.imageId")
    .select((eb) => [
      "c._id",
      "c.title",
      "c.tint",
      "c.imageId",
      "f.widths",
      "f.width",
      "f.height",
      // One by one: each count reads a stretch of an index, where grouping would compare every id.
      eb
        .selectFrom("products as p")
        .select((of) => of.fn.countAll<number>().as("n"))
        .where("p.isPublic", "=", 1)
        .whereRef("p.categoryId", "=", "c._id")
        .as("products"),
    ])
    .orderBy("c.position")
    .orderBy("c._id")
    .execute();
  return rows.map((row) => ({
    _id: row._id,
    title: row.title,
    tint: row.tint as Tint,
    products: Number(row.products ?? 0),
    ...(row.imageId && {
      image: imageOf({ _id: row.imageId, widths: row.widths ?? "[]", width: row.width ?? 0, height: row.height ?? 0 }),
    }),
  }));
}

/** Which public products a list is about. Words are folded; a category is named by its id. */
export interface PublicFilter {
  words: string[];
  categoryId: string | null;
}

function isPublic(dialect: Dialect, filter: PublicFilter, near: boolean) {
  return (eb: ExpressionBuilder<Tables, "products">): Expression<SqlBool> =>
    eb.and([
      eb("products.isPublic", "=", 1),
      ...(filter.categoryId ? [eb("products.categoryId", "=", filter.categoryId)] : []),
      ...(filter.words.length > 0 ? [dialect.searchTextContains(eb, filter.words, near)] : []),
    ]);
}

export async function countPublic(db: Db, dialect: Dialect, filter: PublicFilter): Promise<number> {
  const searched = filter.words.length > 0 && !filter.categoryId ? dialect.searched(filter.words) : null;
  const row = searched
    ? (await sql<{ n: number }>`select count(*) as "n" from (${searched}) as "searched"`.execute(db)).rows[0]
    : await db
        .selectFrom("products")
        .select((eb) => eb.fn.countAll<number>().as("n"))
        .where(isPublic(dialect, filter, false))
        .executeTakeFirst();
  return Number(row?.n ?? 0);
}

/**
 * From so many matches on, the first tenth of them is found quicker by going down the list; measured with 100,000
 * products.
 */
const MANY = 500;
const NEAR = 0.1;

interface Stretch {
  limit: number;
  offset: number;
  /** How many the whole list holds. */
  total: number;
}

/**
 * Ids of one stretch of the public list. Only the index is read, so that a deep page costs little more than the
 * first.
 */
export async function idsOfPublic(
  db: Db,
  dialect: Dialect,
  filter: PublicFilter,
  sort: "latest" | "price",
  { limit, offset, total }: Stretch,
): Promise<string[]> {
  let query = db
    .selectFrom("products")
    .select("_id")
    .where(isPublic(dialect, filter, total > MANY && offset < total * NEAR));
  if (sort === "price") query = query.orderBy("priceCents", "desc");
  const rows = await query.orderBy("createdAt", "desc").orderBy("_id", "desc").limit(limit).offset(offset).execute();
  return rows.map((row) => row._id);
}

/** Ids of up to `limit` other public products of a product's category, newest first. */
export async function idsOfRelated(db: Db, productId: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("products")
    .select("_id")
    .where("isPublic", "=", 1)
    .where("categoryId", "=", (eb) =>
      eb.selectFrom("products as own").select("own.categoryId").where("own._id", "=", productId),
    )
    .where("_id", "<>", productId)
    .orderBy("createdAt", "desc")
    .orderBy("_id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => row._id);
}

/** How many there are of each of these products, as far as they are public. */
export async function quantitiesOf(db: Db, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("products")
    .select(["_id", "quantity"])
    .where("_id", "in", ids)
    .where("isPublic", "=", 1)
    .execute();
  return new Map(rows.map((row) => [row._id, row.quantity]));
}

/** The words of a search, folded; at most ten count. */
export function wordsOf(q: string): string[] {
  return [...new Set(fold(q).split(" ").filter(Boolean))].slice(0, 10);
}
