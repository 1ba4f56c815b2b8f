import type { Kysely } from "kysely";

/** Imports keep the category that was chosen for rows without one. */
export async function fallbackCategories(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("productImports")
    .addColumn("fallbackCategory", "text", (c) => c.notNull().defaultTo(""))
    .execute();
}
