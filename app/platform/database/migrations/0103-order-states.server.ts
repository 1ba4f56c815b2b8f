import { sql, type Kysely } from "kysely";

/** Operators list the parts of all stalls by their state, the newest or the oldest first. */
export async function orderStates(db: Kysely<any>): Promise<void> {
  await sql`create index "orderPartsState" on "orderParts" ("statusText", "paidAt" desc, "_id" desc) where "paidAt" is not null`.execute(
    db,
  );
}
