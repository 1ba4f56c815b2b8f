import { sql, type Kysely } from "kysely";

/** The trader of each part of an order, as it was when the order was placed; of earlier orders, as it is now. */
export async function tradersOfOrders(db: Kysely<any>): Promise<void> {
  await sql`alter table "orderParts" add column "trader" text`.execute(db);
  await sql`update "orderParts" set "trader" =
    (select "s"."trader" from "stores" as "s" where "s"."userId" = "orderParts"."merchantId")
    where "paidAt" is not null`.execute(db);
}
