import { sql, type Kysely } from "kysely";

/** When a stall said that a part was not collected at its time. */
export async function notCollected(db: Kysely<any>): Promise<void> {
  await sql`alter table "partDeliveries" add column "notCollectedAt" text`.execute(db);
}
