import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** Tables for a card provider with its own records: every attempt to pay an order, its messages, disputes. */
export async function cards(db: Kysely<any>): Promise<void> {
  await table(db, "paymentAttempts", {
    _id: "id",
    orderId: "text",
    kind: "text",
    intentId: "text?",
    sessionId: "text?",
    url: "text",
    expiresAt: "text?",
    lastError: "text",
    createdAt: "text",
    checkedAt: "text",
    settledAt: "text?",
  })
    .addForeignKeyConstraint("paymentAttemptsOrder", ["orderId"], "orders", ["_id"])
    .execute();
  await db.schema.createIndex("paymentAttemptsIntent").unique().on("paymentAttempts").column("intentId").execute();
  await db.schema.createIndex("paymentAttemptsSession").unique().on("paymentAttempts").column("sessionId").execute();
  await db.schema.createIndex("paymentAttemptsOrder").on("paymentAttempts").column("orderId").execute();
  await sql`create index "paymentAttemptsOpen" on "paymentAttempts" ("checkedAt") where "settledAt" is null`.execute(
    db,
  );
  // Orders had one payment each; their ids serve as those of their first attempts.
  await sql`insert into "paymentAttempts" ("_id", "orderId", "kind", "intentId", "url", "lastError", "createdAt", "checkedAt", "settledAt")
    select "_id", "_id", 'element', "intentId", '', '', "createdAt", "createdAt", case when "status" = 'pending' then null else "createdAt" end
    from "orders" where "intentId" is not null`.execute(db);

  await table(db, "stripeEvents", { _id: "id", type: "text", receivedAt: "text" }).execute();
  await db.schema.createIndex("stripeEventsAge").on("stripeEvents").column("receivedAt").execute();

  await db.schema.alterTable("orders").addColumn("disputedAt", "text").execute();
  await db.schema
    .alterTable("orders")
    .addColumn("disputeReason", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await db.schema
    .alterTable("refunds")
    .addColumn("origin", "text", (c) => c.notNull().defaultTo("shop"))
    .execute();
  await db.schema.createIndex("refundsIntent").on("refunds").column("intentId").execute();
  await db.schema
    .alterTable("testIntents")
    .addColumn("buyerId", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await sql`update "testIntents" set "buyerId" = coalesce((select "buyerId" from "orders" where "orders"."_id" = "testIntents"."orderId"), '')`.execute(
    db,
  );
  await db.schema
    .alterTable("testRefunds")
    .addColumn("createdAt", "text", (c) => c.notNull().defaultTo(""))
    .execute();
}
