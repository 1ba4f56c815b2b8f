import { sql, type Kysely } from "kysely";
import type { Dialect } from "../dialects/dialect";
import { table } from "./columns.server";

/**
 * Recalls of products: letters to all who bought one, and its price given back to all of them. And what one search over
 * everything looks into.
 */
export async function recalls(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await table(db, "recallLetters", {
    _id: "id",
    productId: "text",
    since: "text",
    until: "text",
    subject: "text",
    message: "text",
    writtenBy: "text",
    createdAt: "text",
    sentAt: "text?",
    cursor: "text",
    mails: "integer",
    finishedAt: "text?",
  })
    .addForeignKeyConstraint("recallLettersProduct", ["productId"], "products", ["_id"])
    .execute();
  await sql`create index "recallLettersOfProduct" on "recallLetters" ("productId", "_id" desc)`.execute(db);

  await table(db, "recalls", {
    _id: "id",
    productId: "text",
    since: "text",
    until: "text",
    reason: "text",
    begunBy: "text",
    createdAt: "text",
    cursor: "text",
    finishedAt: "text?",
  })
    .addForeignKeyConstraint("recallsProduct", ["productId"], "products", ["_id"])
    .execute();
  await sql`create index "recallsOfProduct" on "recalls" ("productId", "_id" desc)`.execute(db);
  await sql`create unique index "recallsOneUnderWay" on "recalls" ("productId") where "finishedAt" is null`.execute(db);

  await table(db, "recallOrders", {
    recallId: "text",
    orderId: "text",
    refundId: "text?",
    amountCents: "integer",
    problem: "text",
  })
    .addPrimaryKeyConstraint("recallOrdersKey", ["recallId", "orderId"])
    .addForeignKeyConstraint("recallOrdersRecall", ["recallId"], "recalls", ["_id"])
    .addForeignKeyConstraint("recallOrdersOrder", ["orderId"], "orders", ["_id"])
    .addForeignKeyConstraint("recallOrdersRefund", ["refundId"], "refunds", ["_id"])
    .execute();
  await db.schema.createIndex("recallOrdersOfOrder").on("recallOrders").column("orderId").execute();
  await db.schema.createIndex("recallOrdersOfRefund").on("recallOrders").column("refundId").execute();

  // Indexes of the operators' search beside orders and products.
  await db.schema.createIndex("storesName").on("stores").columns(["storeName", "userId"]).execute();
  await dialect.createPrefixIndex(db, "usersEmailStart", "users", "email");

  // The buyers of a product, by age, a page at a time.
  await sql`create index "orderLinesOfProduct" on "orderLines" ("productId", "_id")`.execute(db);
  await sql`drop index "orderLinesProduct"`.execute(db);
}
