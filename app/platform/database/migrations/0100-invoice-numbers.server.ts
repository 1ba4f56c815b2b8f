import { sql, type Kysely } from "kysely";

/**
 * Invoices have numbers of their own, counted for each stall. Invoices of earlier orders keep the number that they went out
 * with, which is that of the order; numbers of the two kinds never look alike.
 */
export async function invoiceNumbers(db: Kysely<any>): Promise<void> {
  await db.schema
    .createTable("invoiceCounters")
    .addColumn("merchantId", "text", (column) => column.primaryKey())
    .addColumn("value", "integer", (column) => column.notNull())
    .addForeignKeyConstraint("invoiceCountersMerchant", ["merchantId"], "users", ["_id"])
    .execute();
  await sql`alter table "orderParts" add column "invoiceNumber" text`.execute(db);
  await sql`update "orderParts" set "invoiceNumber" =
    (select cast("o"."itemId" as text) from "orders" as "o" where "o"."_id" = "orderParts"."orderId")
    where "paidAt" is not null and "isUnpaid" = 0`.execute(db);
  await sql`create unique index "orderPartsInvoice" on "orderParts" ("merchantId", "invoiceNumber")`.execute(db);
}
