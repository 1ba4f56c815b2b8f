import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/**
 * A product's own mark of low stock, the mail about it in the morning, and what has become of each product's stock.
 */
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
  await table(db, "stockChanges", {
    _id: "id",
    productId: "text",
    at: "text",
    kind: "text",
    pieces: "integer",
    quantity: "integer",
    orderId: "text?",
    byUserId: "text?",
  }).execute();
  await sql`create index "stockChangesProduct" on "stockChanges" ("productId", "_id" desc)`.execute(db);
  await sql`create index "stockChangesOrder" on "stockChanges" ("orderId") where "orderId" is not null`.execute(db);
}
