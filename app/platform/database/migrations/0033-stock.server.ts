import { sql, type Kysely } from "kysely";

/** A product's own mark of low stock, and the mail about it in the morning. */
export async function stock(db: Kysely<any>): Promise<void> {
  await sql`alter table "products" add column "lowStockAt" integer`.execute(db);
  await sql`alter table "stores" add column "stockMail" integer not null default 1`.execute(db);
  // The day, as the marketplace counts it, on which the stall was last written to.
  await sql`alter table "stores" add column "stockMailedOn" text`.execute(db);
  // Every row of the shorter index was read for the mark: with it the table need not be.
  await sql`drop index "productsStock"`.execute(db);
  await sql`create index "productsStock" on "products" ("merchantId", "quantity", "lowStockAt") where "availType" = 'published' and "deletedAt" is null`.execute(
    db,
  );
}
