import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

export async function refundsAndPayouts(db: Kysely<any>): Promise<void> {
  await refunds(db);
  await payouts(db);
}

/** Refunds of single pieces: how much of a line and of a part went back already, and which pieces a refund was for. */
async function refunds(db: Kysely<any>): Promise<void> {
  await db.schema
    .alterTable("orderLines")
    .addColumn("refundedQuantity", "integer", (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable("orderParts")
    .addColumn("refundedCents", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
  // Until now parts went back whole. One that was never paid had no money to go back.
  await sql`update "orderParts" set "refundedCents" = "amountCents" where "paidAt" is not null and "statusText" in ('Cancelled', 'Refunded')`.execute(
    db,
  );
  await sql`update "orderLines" set "refundedQuantity" = "quantity" where "partId" in (select "_id" from "orderParts" where "paidAt" is not null and "statusText" in ('Cancelled', 'Refunded'))`.execute(
    db,
  );
  await table(db, "refundLines", { refundId: "text", lineId: "text", quantity: "integer", amountCents: "bigint" })
    .addPrimaryKeyConstraint("refundLinesKey", ["refundId", "lineId"])
    .addForeignKeyConstraint("refundLinesRefund", ["refundId"], "refunds", ["_id"])
    .addForeignKeyConstraint("refundLinesLine", ["lineId"], "orderLines", ["_id"])
    .execute();
}

/** Where merchants get their money, what was sent to them for each part, and what was taken back of it. */
async function payouts(db: Kysely<any>): Promise<void> {
  await table(db, "payoutAccounts", {
    merchantId: "id",
    accountId: "text",
    ready: "integer",
    submitted: "integer",
    problem: "text",
    createdAt: "text",
    updatedAt: "text",
  })
    .addForeignKeyConstraint("payoutAccountsMerchant", ["merchantId"], "users", ["_id"])
    .execute();
  await db.schema.createIndex("payoutAccountsAccount").unique().on("payoutAccounts").column("accountId").execute();

  await table(db, "payouts", {
    _id: "id",
    partId: "text",
    orderId: "text",
    merchantId: "text",
    netCents: "bigint",
    feeCents: "bigint",
    amountCents: "bigint",
    givenBackCents: "bigint",
    accountId: "text?",
    providerId: "text?",
    createdAt: "text",
    startedAt: "text?",
    doneAt: "text?",
  })
    .addForeignKeyConstraint("payoutsPart", ["partId"], "orderParts", ["_id"])
    .addForeignKeyConstraint("payoutsMerchant", ["merchantId"], "users", ["_id"])
    .execute();
  // A part is paid out once.
  await db.schema.createIndex("payoutsPart").unique().on("payouts").column("partId").execute();
  await sql`create index "payoutsMerchant" on "payouts" ("merchantId", "createdAt" desc, "_id" desc)`.execute(db);
  await sql`create index "payoutsWaiting" on "payouts" ("merchantId") where "startedAt" is null`.execute(db);

  await table(db, "payoutReversals", {
    _id: "id",
    payoutId: "text",
    refundId: "text",
    amountCents: "bigint",
    providerId: "text?",
    createdAt: "text",
    doneAt: "text?",
  })
    .addForeignKeyConstraint("payoutReversalsPayout", ["payoutId"], "payouts", ["_id"])
    .execute();
  await db.schema
    .createIndex("payoutReversalsKey")
    .unique()
    .on("payoutReversals")
    .columns(["payoutId", "refundId"])
    .execute();
}
