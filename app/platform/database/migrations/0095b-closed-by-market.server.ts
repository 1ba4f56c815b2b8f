import { sql, type Kysely } from "kysely";

/** Times of market days that an operator closes for all stalls; `merchantId` has the operator then. */
export async function closedByMarket(db: Kysely<any>): Promise<void> {
  await sql`alter table "closedTimes" add column "isByMarket" integer not null default 0`.execute(db);
  await sql`create unique index "closedTimesOnceByMarket" on "closedTimes" ("methodId", "day", "startTime") where "isOpen" = 1 and "isByMarket" = 1`.execute(
    db,
  );
}
