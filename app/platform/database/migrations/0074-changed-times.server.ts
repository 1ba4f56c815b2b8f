import { sql, type Kysely } from "kysely";

/** How often the time of a part was changed, and when its buyer was reminded of it. */
export async function changedTimes(db: Kysely<any>): Promise<void> {
  await sql`alter table "partDeliveries" add column "changes" integer not null default 0`.execute(db);
  await sql`alter table "partDeliveries" add column "remindedAt" text`.execute(db);
  await sql`create index "partDeliveriesToRemind" on "partDeliveries" ("day") where "remindedAt" is null and "holdsPlace" = 1`.execute(
    db,
  );
}
