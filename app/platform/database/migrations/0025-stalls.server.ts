import { sql, type Kysely } from "kysely";

/** The facts of a stall's own page beside its words, and the days on which it is closed. */
export async function stalls(db: Kysely<any>): Promise<void> {
  await sql`alter table "stores" add column "place" text not null default ''`.execute(db);
  await sql`alter table "stores" add column "opening" text not null default ''`.execute(db);
  await sql`alter table "stores" add column "bannerId" text`.execute(db);
  await sql`alter table "stores" add column "holidayFrom" text`.execute(db);
  await sql`alter table "stores" add column "holidayUntil" text check (("holidayFrom" is null) = ("holidayUntil" is null) and ("holidayFrom" is null or "holidayFrom" <= "holidayUntil"))`.execute(
    db,
  );
  // The list of a stall's page.
  await sql`create index "productsOfStall" on "products" ("merchantId", "createdAt" desc, "_id" desc) where "isPublic" = 1`.execute(
    db,
  );
  // The figures that operators compare day by day.
  await sql`create index "ordersPaidAt" on "orders" ("paidAt", "amountCents") where "status" = 'paid'`.execute(db);
  await sql`create index "ordersUnpaid" on "orders" ("createdAt") where "status" in ('released', 'refused')`.execute(
    db,
  );
  await sql`create index "refundsAge" on "refunds" ("createdAt", "orderId", "amountCents")`.execute(db);
  // Whether a picture may be opened, and whether it may be swept.
  await sql`create index "storesBanner" on "stores" ("bannerId") where "bannerId" is not null`.execute(db);
  // Checkouts under way are looked through for stalls that have closed: few stalls are ever away.
  await sql`create index "storesHoliday" on "stores" ("holidayUntil") where "holidayUntil" is not null`.execute(db);
}
