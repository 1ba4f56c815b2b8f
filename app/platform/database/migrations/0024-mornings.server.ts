import { sql, type Kysely } from "kysely";

/** What a merchant's morning begins with: stock that runs low by a mark of their own, and what came back from review. */
export async function mornings(db: Kysely<any>): Promise<void> {
  await sql`alter table "stores" add column "lowStockAt" integer not null default 20`.execute(db);
  // Who said that it has arrived: merchant, buyer, or time itself; empty where that was not written down yet.
  await sql`alter table "orderParts" add column "deliveredBy" text not null default ''`.execute(db);
  await sql`create index "productsStock" on "products" ("merchantId", "quantity") where "availType" = 'published' and "deletedAt" is null`.execute(
    db,
  );
  await sql`create index "productsSentBack" on "products" ("merchantId", "createdAt" desc, "_id" desc) where "sentBackReason" <> '' and "deletedAt" is null`.execute(
    db,
  );
}
