import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/**
 * The sums of a day keep sales and refunds apart, each on its own day. Orders are listed by the day on which they were
 * paid. The next start books the days anew, for only it knows the time zone; see features/sales.
 */
export async function figures(db: Kysely<any>): Promise<void> {
  for (const column of ["refundedOrders", "refundedUnits", "refundedCents"])
    await db.schema
      .alterTable("daySales")
      .addColumn(column, "bigint", (c) => c.notNull().defaultTo(0))
      .execute();
  for (const column of ["refundedUnits", "refundedCents"])
    await db.schema
      .alterTable("dayProductSales")
      .addColumn(column, "bigint", (c) => c.notNull().defaultTo(0))
      .execute();
  // One row at most: the time zone in which the sums of days were booked. Without it they are to be booked anew.
  await table(db, "bookingZones", { sums: "id", timeZone: "text", bookedAt: "text" }).execute();

  for (const index of ["orderPartsMerchant", "orderPartsPayments", "orderPartsStatus"])
    await sql`drop index ${sql.id(index)}`.execute(db);
  await sql`create index "orderPartsMerchant" on "orderParts" ("merchantId", "paidAt" desc, "_id" desc, "statusText") where "paidAt" is not null`.execute(
    db,
  );
  await sql`create index "orderPartsStatus" on "orderParts" ("merchantId", "statusText", "paidAt" desc, "_id" desc) where "paidAt" is not null`.execute(
    db,
  );
}
