import type { Kysely } from "kysely";

/** Accounts for payouts that stop being good, and transfers that somebody takes back at the provider by hand. */
export async function payoutsThatChange(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("payoutAccounts")
    .addColumn("disconnected", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("payoutAccounts").addColumn("stoppedAt", "text").execute();
  await db.schema.alterTable("payoutAccounts").addColumn("failedBankPayoutId", "text").execute();
  await db.schema
    .alterTable("payouts")
    .addColumn("manualReversalCents", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable("payoutReversals")
    .addColumn("origin", "text", (c) => c.notNull().defaultTo("shop"))
    .execute();
  await db.schema.createIndex("payoutsTransfer").on("payouts").column("providerId").execute();
}
