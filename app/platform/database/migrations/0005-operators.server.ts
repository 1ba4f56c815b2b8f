import { sql, type Kysely } from "kysely";

/** Indexes of the lists that operators look through. */
export async function operators(db: Kysely<any>): Promise<void> {
  await sql`create index "usersAge" on "users" ("createdAt" desc, "_id" desc) where "deletedAt" is null`.execute(db);
  await db.schema.createIndex("storesStatus").on("stores").columns(["status", "userId"]).execute();
  await sql`create index "ordersAge" on "orders" ("createdAt" desc, "_id" desc)`.execute(db);
  // Products in a category, sold or not: counted before it may go.
  await db.schema.createIndex("productsOfCategory").on("products").column("categoryId").execute();
  await db.schema.createIndex("storesOfCategory").on("storeCategories").column("categoryId").execute();
}
