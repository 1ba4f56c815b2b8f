import type { Kysely } from "kysely";

/** Imports keep the code of the refusal that their job met, beside its sentence. */
export async function importCodes(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("productImports")
    .addColumn("problemCode", "text", (c) => c.notNull().defaultTo(""))
    .execute();
}
