import type { Kysely } from "kysely";

/** How often a job was begun anew because its process had ended: no failure of its work, and counted apart. */
export async function takeovers(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("jobs")
    .addColumn("takeovers", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
}
