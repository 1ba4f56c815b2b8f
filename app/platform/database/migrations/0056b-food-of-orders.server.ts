import { sql, type Kysely } from "kysely";

/** A line of an order keeps the food information as it was when the goods were held; empty where nothing was said. */
export async function foodOfOrders(db: Kysely<any>): Promise<void> {
  await sql`alter table "orderLines" add column "food" text not null default ''`.execute(db);
}
