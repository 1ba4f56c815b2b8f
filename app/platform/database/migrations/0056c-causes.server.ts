import { sql, type Kysely } from "kysely";

/** The buyer of an order whose account was closed, as orders have it. */
const ANONYMOUS = '{"firstName":"Former","lastName":"customer","email":"","telephone":""}';
const CAUSES = {
  off_sale: "What you ordered was taken off sale before your payment arrived.",
  buyer_left: "The account that this was ordered from was closed before the payment arrived.",
};

/**
 * Columns for two facts that were told by comparing texts: that the buyer's account of an order is closed, and why a
 * payment could not be kept.
 */
export async function causes(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("orders")
    .addColumn("isAnonymous", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema.alterTable("refunds").addColumn("cause", "text").execute();
  await db.updateTable("orders").set({ isAnonymous: 1 }).where("buyer", "=", ANONYMOUS).execute();
  for (const [cause, reason] of Object.entries(CAUSES))
    await db
      .updateTable("refunds")
      .set({ cause })
      .where("reason", "=", reason)
      // A person may have typed the same sentence: such a refund is of an order that was paid.
      .where(
        sql<boolean>`exists (select 1 from "orders" where "orders"."_id" = "refunds"."orderId" and "orders"."status" = 'refused')`,
      )
      .execute();
}
