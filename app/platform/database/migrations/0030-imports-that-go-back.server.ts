import type { Kysely } from "kysely";

/** Imports that are taken over by a job, and can be taken back for as long as they are kept. */
export async function importsThatGoBack(db: Kysely<any>): Promise<void> {
  for (const column of ["rows", "wrong", "deleted", "doneRows"])
    await db.schema
      .alterTable("productImports")
      .addColumn(column, "integer", (c) => c.notNull().defaultTo(0))
      .execute();
  for (const column of ["startedAt", "takesBack", "takenBackAt"])
    await db.schema.alterTable("productImports").addColumn(column, "text").execute();
  for (const column of ["encoding", "problem", "before"])
    await db.schema
      .alterTable("productImports")
      .addColumn(column, "text", (c) => c.notNull().defaultTo(""))
      .execute();
}
