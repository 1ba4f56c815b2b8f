import type { Kysely } from "kysely";

/**
 * A session knows a proof that opens one action; a change of address keeps the second factor and the webhooks as they
 * were when it was requested, so that its undo restores them.
 */
export async function waysBack(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("tokens")
    .addColumn("provenOnce", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  for (const column of ["factorBefore", "webhooksBefore"])
    await db.schema
      .alterTable("emailChanges")
      .addColumn(column, "text", (c) => c.notNull().defaultTo(""))
      .execute();
}
