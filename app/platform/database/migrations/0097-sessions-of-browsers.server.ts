import { sql, type Kysely } from "kysely";

/**
 * Each browser that shows notices belongs to the session that added it, and goes with it. Of earlier ones the session is
 * not known, so they go: a press on the page "Notices" adds them again.
 */
export async function sessionsOfBrowsers(db: Kysely<any>): Promise<void> {
  await sql`delete from "pushSubscriptions"`.execute(db);
  await sql`alter table "pushSubscriptions" add column "sessionHash" text
    references "tokens" ("hash") on delete cascade`.execute(db);
  await sql`create index "pushSubscriptionsOfSession" on "pushSubscriptions" ("sessionHash")`.execute(db);
}
