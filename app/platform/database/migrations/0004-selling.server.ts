import { sql, type Kysely } from "kysely";

/** Columns by which merchants' lists of orders and payments are searched and sorted. */
export async function selling(db: Kysely<any>): Promise<void> {
  // The buyer's name and address as search finds them, folded. Orders made before are found by their number.
  await db.schema
    .alterTable("orders")
    .addColumn("buyerText", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  // Payments: beside the paid parts those whose money went back at once. With all that the list is filtered by, so
  // that counting reads the index alone.
  await sql`create index "orderPartsPayments" on "orderParts" ("merchantId", "createdAt" desc, "_id" desc, "paidAt", "statusText")`.execute(
    db,
  );
  // The same for orders of one status: the first index held too little to be counted by.
  await sql`drop index "orderPartsStatus"`.execute(db);
  await sql`create index "orderPartsStatus" on "orderParts" ("merchantId", "statusText", "createdAt" desc, "_id" desc, "paidAt")`.execute(
    db,
  );
  await sql`create index "customerSalesFirst" on "customerSales" ("merchantId", "firstAt") where "orders" > 0`.execute(
    db,
  );
  // A balance reads the sums of an account from the index alone.
  await sql`create index "ledgerSums" on "ledger" ("merchantId", "kind", "amountCents")`.execute(db);
}
