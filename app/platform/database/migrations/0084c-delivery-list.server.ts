import { sql, type Kysely } from "kysely";

/** The order in which a stall brings the parts of a day. */
export async function deliveryListOrder(db: Kysely<any>): Promise<void> {
  await sql`alter table "partDeliveries" add column "listPosition" integer`.execute(db);
}
