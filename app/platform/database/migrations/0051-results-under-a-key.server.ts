import { sql, type Kysely } from "kysely";

/** A request under a key keeps what its work returned, no longer an id alone. */
export async function resultsUnderAKey(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("idempotencyKeys").renameColumn("madeId", "result").execute();
  await sql`update "idempotencyKeys" set "result" = '"' || "result" || '"' where "result" is not null`.execute(db);
}
