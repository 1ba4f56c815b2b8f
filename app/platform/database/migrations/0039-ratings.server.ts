import { sql, type Kysely } from "kysely";

/**
 * The lists of the best rated are read from their index alone: for an index over an expression, Postgres wants the
 * column in it as well, and sorted every product for a page in the middle.
 */
export async function ratings(db: Kysely<any>): Promise<void> {
  for (const [name, category] of [
    ["productsRating", ""],
    ["productsCategoryRating", `"categoryId", `],
  ] as const) {
    await sql`drop index ${sql.ref(name)}`.execute(db);
    await sql`create index ${sql.ref(name)} on "products" (${sql.raw(category)}(coalesce("rating", 0)) desc, "createdAt" desc, "_id" desc, "rating") where "isPublic" = 1`.execute(
      db,
    );
  }
}
