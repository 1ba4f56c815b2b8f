import { sql, type Kysely } from "kysely";

/** The days in which a product is sold, and the notice that it needs. */
export async function season(db: Kysely<any>): Promise<void> {
  for (const [column, type] of [
    ["seasonFrom", "text"],
    ["seasonUntil", "text"],
    ["seasonYearly", "integer not null default 0"],
    ["noticeHours", "integer not null default 0"],
  ] as const)
    await sql`alter table "products" add column ${sql.ref(column)} ${sql.raw(type)}`.execute(db);
  // Checkouts under way are looked at every few seconds: few products have a season.
  await sql`create index "productsSeason" on "products" ("_id") where "seasonFrom" is not null`.execute(db);
}
