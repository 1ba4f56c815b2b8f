import { sql, type Kysely } from "kysely";

/** The beginning of a merchant's morning: stock that runs low by their own mark, and what came back from review. */
export async function mornings(db: Kysely<any>): Promise<void> {
  await sql`alter table "stores" add column "lowStockAt" integer not null default 20`.execute(db);
  // The one who said that it has arrived: merchant, buyer, or time itself; empty where it was not written down yet.
  await sql`alter table "orderParts" add column "deliveredBy" text not null default ''`.execute(db);
  await sql`create index "productsStock" on "products" ("merchantId", "quantity") where "availType" = 'published' and "deletedAt" is null`.execute(
    db,
  );
  await sql`create index "productsSentBack" on "products" ("merchantId", "createdAt" desc, "_id" desc) where "sentBackReason" <> '' and "deletedAt" is null`.execute(
    db,
  );
}
