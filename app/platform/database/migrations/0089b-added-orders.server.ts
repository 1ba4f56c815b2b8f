import { sql, type Kysely } from "kysely";

/** Orders that are handed over with an earlier one, which they were added to: they have its code. */
export async function addedOrders(db: Kysely<any>): Promise<void> {
  await sql`alter table "partDeliveries" add column "joinedTo" text`.execute(db);
  await sql`create index "partDeliveriesJoined" on "partDeliveries" ("joinedTo")`.execute(db);
  await sql`drop index "partDeliveriesCode"`.execute(db);
  await sql`create unique index "partDeliveriesOwnCode" on "partDeliveries" ("merchantId", "day", "code") where "joinedTo" is null`.execute(
    db,
  );
  await sql`create index "partDeliveriesByCode" on "partDeliveries" ("merchantId", "code")`.execute(db);
}
