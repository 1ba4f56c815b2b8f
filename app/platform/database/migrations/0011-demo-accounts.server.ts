import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** Which accounts are the demo's, whose passwords everybody can read. */
export async function demoAccounts(db: Kysely<any>): Promise<void> {
  await table(db, "demoAccounts", { userId: "id" })
    .addForeignKeyConstraint("demoAccountsUser", ["userId"], "users", ["_id"])
    .execute();
  await markFilledDemo(db);
}

/** Marks a demo filled before there were marks: all of its accounts were opened at one midnight, the operator's too. */
export async function markFilledDemo(db: Kysely<any>): Promise<void> {
  await sql`insert into "demoAccounts" ("userId")
    select "_id" from "users"
    where exists (select 1 from "counters" where "name" = 'demo')
      and "createdAt" like '%T00:00:00.000Z'
      and "createdAt" = (select "createdAt" from "users" where "email" = 'operator@example.com')`.execute(db);
}
