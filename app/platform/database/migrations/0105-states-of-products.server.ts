import { sql, type Kysely } from "kysely";

/** Merchants list and count their drafts and the products that wait for review. */
export async function statesOfProducts(db: Kysely<any>): Promise<void> {
  for (const [index, state] of [
    ["productsDrafts", "draft"],
    ["productsInReview", "in-review"],
  ] as const)
    await sql`create index ${sql.ref(index)} on "products" ("merchantId", "createdAt" desc, "_id" desc) where "availType" = ${sql.lit(state)} and "deletedAt" is null`.execute(
      db,
    );
}
