import type { Kysely } from "kysely";

/** Imports keep what they ask and what was answered, and how each row came out when somebody looked. */
export async function importsThatAsk(db: Kysely<any>): Promise<void> {
  for (const column of ["answers", "preview"])
    await db.schema
      .alterTable("productImports")
      .addColumn(column, "text", (c) => c.notNull().defaultTo(""))
      .execute();
  await db.schema
    .alterTable("productImports")
    .addColumn("questions", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}
