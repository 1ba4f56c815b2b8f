import { sql, type Kysely } from "kysely";
import type { Dialect } from "../dialects/dialect";

/**
 * The newest products, of the shop and of a category, are read with their stall from the index alone: a list that is
 * narrowed to some stalls passes over the products of the others without reading them.
 */
export async function stallsInLists(db: Kysely<any>, { name: dialect }: Pick<Dialect, "name">): Promise<void> {
  // SQLite has the row number in every index.
  const more = sql.raw(dialect === "sqlite" ? ', "merchantId")' : ') include ("merchantId", "seq")');
  for (const [name, columns] of [
    ["productsLatest", ""],
    ["productsCategoryLatest", '"categoryId", '],
  ] as const) {
    await sql`drop index ${sql.ref(name)}`.execute(db);
    await sql`create index ${sql.ref(name)} on "products" (${sql.raw(columns)}"createdAt" desc, "_id" desc${more} where "isPublic" = 1`.execute(
      db,
    );
  }
}
