import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/**
 * Disputes as the provider tells them, how often it has refused what we asked for, and when merchants are to be sent
 * their money.
 */
export async function moneyThatWentBack(db: Kysely<any>): Promise<void> {
  await table(db, "disputes", {
    _id: "id",
    orderId: "text",
    intentId: "text",
    amountCents: "bigint",
    reason: "text",
    status: "text",
    createdAt: "text",
    endedAt: "text?",
  })
    .addForeignKeyConstraint("disputesOrder", ["orderId"], "orders", ["_id"])
    .execute();
  await db.schema.createIndex("disputesOrder").on("disputes").column("orderId").execute();
  await db.schema.createIndex("disputesIntent").on("disputes").column("intentId").execute();
  await db.schema.alterTable("orders").addColumn("disputeEndedAt", "text").execute();

  for (const name of ["refunds", "payouts", "payoutReversals"])
    await db.schema
      .alterTable(name)
      .addColumn("refusals", "integer", (c) => c.notNull().defaultTo(0))
      .execute();
  await db.schema.alterTable("refunds").addColumn("sendingUntil", "text").execute();
  await db.schema
    .alterTable("payouts")
    .addColumn("dueAt", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await sql`update "payouts" set "dueAt" = "createdAt"`.execute(db);
}
