import { sql, type Kysely } from "kysely";

/** The trader behind a stall, as law asks sellers to name themselves. */
export async function traders(db: Kysely<any>): Promise<void> {
  await sql`alter table "stores" add column "trader" text`.execute(db);
}
