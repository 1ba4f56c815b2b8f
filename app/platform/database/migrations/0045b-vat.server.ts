import { sql, type Kysely } from "kysely";

/** The VAT that a merchant states of a piece is kept with what was bought, and with its entries in the ledger. */
export async function vat(db: Kysely<any>): Promise<void> {
  // The VAT of one piece, at the price that was paid for it. Invoices of orders from before say $0, and go on to.
  await sql`alter table "orderLines" add column "vatCents" bigint not null default 0
    check ("vatCents" >= 0 and "vatCents" <= "priceCents")`.execute(db);
  await db.schema
    .alterTable("ledger")
    .addColumn("vatCents", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  await sql`drop index "ledgerMonths"`.execute(db);
  // Sums by month are read from this index alone.
  await sql`create index "ledgerMonths" on "ledger" ("merchantId", "createdAt", "kind", "amountCents", "vatCents")`.execute(
    db,
  );
}
