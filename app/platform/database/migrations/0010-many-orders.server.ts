import { sql, type Kysely } from "kysely";
import type { Dialect } from "../dialects/dialect";
import { table } from "./columns.server";

/** Indexes that keep a merchant's pages as quick at a hundred thousand orders as at a hundred. */
export async function manyOrders(db: Kysely<any>, dialect: Dialect): Promise<void> {
  // The state of a part among its merchant's payments, and its moment, worked out by the database, so that an index can
  // hold it. Both null while nothing was paid.
  const kept = sql.raw(dialect.name === "sqlite" ? "virtual" : "stored");
  await sql`alter table "orderParts" add column "payment" text generated always as (case
    when "paidAt" is not null then case when "statusText" in ('Cancelled', 'Refunded') then 'Refunded' else 'Paid' end
    when "statusText" = 'Refunded' then 'Failed' end) ${kept}`.execute(db);
  await sql`alter table "orderParts" add column "paymentAt" text generated always as (case
    when "paidAt" is not null then "paidAt" when "statusText" = 'Refunded' then "createdAt" end) ${kept}`.execute(db);
  await sql`create index "orderPartsPaid" on "orderParts" ("merchantId", "paymentAt" desc, "_id" desc, "payment")`.execute(
    db,
  );
  await sql`create index "orderPartsPayment" on "orderParts" ("merchantId", "payment", "paymentAt" desc, "_id" desc)`.execute(
    db,
  );

  await dialect.createOrderSearch(db);

  // A balance was added up from every entry at each look.
  await table(db, "ledgerTotals", { merchantId: "text", kind: "text", amountCents: "bigint" })
    .addPrimaryKeyConstraint("ledgerTotalsKey", ["merchantId", "kind"])
    .addForeignKeyConstraint("ledgerTotalsMerchant", ["merchantId"], "users", ["_id"])
    .execute();
  await sql`insert into "ledgerTotals" ("merchantId", "kind", "amountCents") select "merchantId", "kind", sum("amountCents") from "ledger" group by "merchantId", "kind"`.execute(
    db,
  );
  await sql`drop index "ledgerSums"`.execute(db);
}
