import { sql, type Kysely } from "kysely";

/** Fees for what was paid at collection are kept back of a merchant's next payouts. */
export async function feesNetted(db: Kysely<any>): Promise<void> {
  for (const column of ["nettedCents", "nettedBackCents"])
    await db.schema
      .alterTable("payouts")
      .addColumn(column, "bigint", (c) => c.notNull().defaultTo(0))
      .execute();
  await sql`create index "payoutsNetted" on "payouts" ("merchantId", "nettedCents", "nettedBackCents") where "nettedCents" > 0`.execute(
    db,
  );
  await sql`create index "collectionPaymentsFees" on "collectionPayments" ("merchantId", "feeCents") where "feeCents" > 0`.execute(
    db,
  );
}
