import { sql, type Kysely } from "kysely";

/**
 * How much money of a line went back, which may be less or more than its pieces that went back had cost; and accounts by
 * month.
 */
export async function moneyOfALine(db: Kysely<any>): Promise<void> {
  // The database itself refuses to give back more of a line than was paid for it.
  await sql`alter table "orderLines" add column "refundedCents" bigint not null default 0
    check ("refundedCents" >= 0 and "refundedCents" <= "priceCents" * "quantity")`.execute(db);
  // Until now only whole pieces went back, at their price.
  await sql`update "orderLines" set "refundedCents" = "priceCents" * "refundedQuantity" where "refundedQuantity" > 0`.execute(
    db,
  );
  // An account's sums by month are read from this index alone.
  await sql`create index "ledgerMonths" on "ledger" ("merchantId", "createdAt", "kind", "amountCents")`.execute(db);
}
