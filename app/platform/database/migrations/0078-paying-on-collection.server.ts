import { sql, type Kysely } from "kysely";
import type { Dialect } from "../dialects/dialect";
import { table } from "./columns.server";

/** Paying at collection: the market's terms, ways that offer it, and what of parts is to be paid there. */
export async function payingOnCollection(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await table(db, "collectionTerms", {
    _id: "id",
    isAllowed: "integer",
    mostOrders: "integer",
    mostCents: "bigint",
    mostMissed: "integer",
    updatedAt: "text",
  }).execute();
  await sql`alter table "deliveryMethods" add column "isPaidThere" integer not null default 0`.execute(db);

  await table(db, "collectionPayments", {
    partId: "id",
    orderId: "text",
    merchantId: "text",
    buyerId: "text?",
    placedCents: "bigint",
    createdAt: "text",
    paidAt: "text?",
    paidCents: "bigint",
    tenderedCents: "bigint",
    feeCents: "bigint",
    missedAt: "text?",
    excusedAt: "text?",
  })
    .addForeignKeyConstraint("collectionPaymentsPart", ["partId"], "orderParts", ["_id"])
    .execute();
  await sql`create index "collectionPaymentsOfBuyer" on "collectionPayments" ("buyerId", "paidAt")`.execute(db);
  // The sums of a day are read from these alone.
  await sql`create index "collectionPaymentsPlaced" on "collectionPayments" ("createdAt", "placedCents")`.execute(db);
  await sql`create index "collectionPaymentsPaid" on "collectionPayments" ("paidAt", "paidCents") where "paidAt" is not null`.execute(
    db,
  );
  await sql`create index "collectionPaymentsOpen" on "collectionPayments" ("partId") where "paidAt" is null and "missedAt" is null`.execute(
    db,
  );

  await sql`alter table "orderParts" add column "isUnpaid" integer not null default 0`.execute(db);
  await sql`create index "orderPartsUnpaid" on "orderParts" ("merchantId", "statusText") where "isUnpaid" = 1`.execute(
    db,
  );
  await computedAnew(db, dialect);
}

/** A part that is to be paid at collection is no payment yet. */
async function computedAnew(db: Kysely<any>, dialect: Dialect): Promise<void> {
  for (const index of ["orderPartsPaid", "orderPartsPayment"]) await sql`drop index ${sql.id(index)}`.execute(db);
  for (const column of ["payment", "paymentAt"])
    await sql`alter table "orderParts" drop column ${sql.id(column)}`.execute(db);
  const storage = sql.raw(dialect.name === "sqlite" ? "virtual" : "stored");
  await sql`alter table "orderParts" add column "payment" text generated always as (case
    when "isUnpaid" = 1 then null
    when "paidAt" is not null then case when "statusText" in ('Cancelled', 'Refunded') then 'Refunded' else 'Paid' end
    when "statusText" = 'Refunded' then 'Failed' end) ${storage}`.execute(db);
  await sql`alter table "orderParts" add column "paymentAt" text generated always as (case
    when "isUnpaid" = 1 then null
    when "paidAt" is not null then "paidAt" when "statusText" = 'Refunded' then "createdAt" end) ${storage}`.execute(
    db,
  );
  await sql`create index "orderPartsPaid" on "orderParts" ("merchantId", "paymentAt" desc, "_id" desc, "payment")`.execute(
    db,
  );
  await sql`create index "orderPartsPayment" on "orderParts" ("merchantId", "payment", "paymentAt" desc, "_id" desc)`.execute(
    db,
  );
}
