import { sql, type Kysely } from "kysely";

/** Stalls that can be paid at a market day, and who was paid: the stall, or the staff of its market day. */
export async function payingAtMarketDays(db: Kysely<any>): Promise<void> {
  await sql`alter table "marketDayStalls" add column "isPaidThere" integer not null default 0`.execute(db);
  await sql`alter table "collectionPayments" add column "paidTo" text not null default 'stall'`.execute(db);
}
