import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** Refunds of single pieces: how much of a line and of a part went back already, and which pieces a refund was for. */
export async function refunds(db: Kysely<any>): Promise<void> {
  await db.schema.alterTable("orderLines").addColumn("refundedQuantity", "integer", (c) => c.notNull().defaultTo(0)).execute();
  await db.schema.alterTable("orderParts").addColumn("refundedCents", "bigint", (c) => c.notNull().defaultTo(0)).execute();
  // Until now parts went back whole. One that was never paid had no money to go back.
  await sql`update "orderParts" set "refundedCents" = "amountCents" where "paidAt" is not null and "statusText" in ('Cancelled', 'Refunded')`.execute(db);
  await sql`update "orderLines" set "refundedQuantity" = "quantity" where "partId" in (select "_id" from "orderParts" where "paidAt" is not null and "statusText" in ('Cancelled', 'Refunded'))`.execute(db);
  await table(db, "refundLines", { refundId: "text", lineId: "text", quantity: "integer", amountCents: "bigint" })
    .addPrimaryKeyConstraint("refundLinesKey", ["refundId", "lineId"])
    .addForeignKeyConstraint("refundLinesRefund", ["refundId"], "refunds", ["_id"])
    .addForeignKeyConstraint("refundLinesLine", ["lineId"], "orderLines", ["_id"]).execute();
}
