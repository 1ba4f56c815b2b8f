import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** Addresses that buyers keep in their accounts. */
export async function addresses(db: Kysely<any>): Promise<void> {
  await table(db, "addresses", {
    _id: "id",
    userId: "text",
    address: "text",
    isUsual: "integer",
    createdAt: "text",
  }).execute();
  for (const statement of [
    `create index "addressesOf" on "addresses" ("userId", "_id")`,
    `create unique index "addressesUsual" on "addresses" ("userId") where "isUsual" = 1`,
  ])
    await sql.raw(statement).execute(db);
}
