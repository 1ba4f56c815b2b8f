import { sql, type Kysely } from "kysely";

/** When and on which device a part was handed over at the stall. */
export async function handedOver(db: Kysely<any>): Promise<void> {
  await sql`alter table "partDeliveries" add column "handedOverAt" text`.execute(db);
  await sql`alter table "partDeliveries" add column "handedOverBy" text not null default ''`.execute(db);
}
