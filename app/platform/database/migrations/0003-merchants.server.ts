import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** Tables of merchants and operators beside those of buyers: reviews, shipping, ledger, sums of sales, audit log. */
export async function merchants(db: Kysely<any>): Promise<void> {
  // A merchant's sign-up on its way through the three steps; never holds a password.
  await table(db, "signUpDrafts", { _id: "id", payload: "text", updatedAt: "text" }).execute();
  // A link in a mail that lets its reader choose a password: an operator's first one.
  await table(db, "passwordLinks", { hash: "id", userId: "text", expiresAt: "text" })
    .addForeignKeyConstraint("passwordLinksUser", ["userId"], "users", ["_id"])
    .execute();

  await db.schema
    .alterTable("products")
    .addColumn("sentBackReason", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await db.schema.alterTable("products").addColumn("submittedAt", "text").execute();
  // A change of a published product that waits for review while the published version stays on sale.
  await table(db, "productRevisions", { productId: "id", payload: "text", submittedAt: "text" })
    .addForeignKeyConstraint("productRevisionsProduct", ["productId"], "products", ["_id"])
    .execute();
  await sql`create index "productsWaiting" on "products" ("submittedAt") where "availType" = 'in-review' and "deletedAt" is null`.execute(
    db,
  );
  await db.schema.createIndex("productRevisionsAge").on("productRevisions").column("submittedAt").execute();

  for (const column of ["carrier", "trackingNumber", "cancelReason"]) {
    await db.schema
      .alterTable("orderParts")
      .addColumn(column, "text", (c) => c.notNull().defaultTo(""))
      .execute();
  }
  await db.schema.alterTable("orderParts").addColumn("cancelledAt", "text").execute();
  await sql`create index "orderPartsStatus" on "orderParts" ("merchantId", "statusText", "createdAt" desc, "_id" desc) where "paidAt" is not null`.execute(
    db,
  );
  await sql`create index "orderPartsShipped" on "orderParts" ("shippedAt") where "statusText" = 'Shipped'`.execute(db);
  await db.schema.alterTable("refunds").addColumn("partId", "text").execute();

  // Sales, refunds and debts of a merchant. Entries are only ever added.
  await table(db, "ledger", {
    _id: "id",
    merchantId: "text",
    partId: "text?",
    orderId: "text?",
    kind: "text",
    amountCents: "bigint",
    note: "text",
    uniqueKey: "text",
    createdAt: "text",
  })
    .addForeignKeyConstraint("ledgerMerchant", ["merchantId"], "users", ["_id"])
    .execute();
  await db.schema.createIndex("ledgerKey").unique().on("ledger").column("uniqueKey").execute();
  await sql`create index "ledgerMerchant" on "ledger" ("merchantId", "createdAt" desc, "_id" desc)`.execute(db);

  // Sums kept beside the orders, so that a dashboard costs the same at a hundred orders and at a hundred thousand.
  await table(db, "productSales", { merchantId: "text", productId: "text", units: "bigint", amountCents: "bigint" })
    .addPrimaryKeyConstraint("productSalesKey", ["merchantId", "productId"])
    .execute();
  await sql`create index "productSalesTop" on "productSales" ("merchantId", "units" desc, "productId")`.execute(db);
  await table(db, "customerSales", {
    merchantId: "text",
    buyerId: "text",
    orders: "bigint",
    amountCents: "bigint",
    firstAt: "text",
  })
    .addPrimaryKeyConstraint("customerSalesKey", ["merchantId", "buyerId"])
    .execute();
  await sql`create index "customerSalesTop" on "customerSales" ("merchantId", "amountCents" desc, "buyerId")`.execute(
    db,
  );
  await table(db, "daySales", {
    merchantId: "text",
    day: "text",
    orders: "bigint",
    units: "bigint",
    amountCents: "bigint",
  })
    .addPrimaryKeyConstraint("daySalesKey", ["merchantId", "day"])
    .execute();
  await table(db, "dayProductSales", {
    merchantId: "text",
    day: "text",
    productId: "text",
    units: "bigint",
    amountCents: "bigint",
  })
    .addPrimaryKeyConstraint("dayProductSalesKey", ["merchantId", "day", "productId"])
    .execute();

  await table(db, "auditLog", {
    _id: "id",
    actorId: "text",
    actorName: "text",
    action: "text",
    subject: "text",
    details: "text",
    createdAt: "text",
  }).execute();
  await sql`create index "auditLogAge" on "auditLog" ("createdAt" desc, "_id" desc)`.execute(db);
  await db.schema
    .alterTable("supportMessages")
    .addColumn("answer", "text", (c) => c.notNull().defaultTo(""))
    .execute();
  await db.schema.alterTable("supportMessages").addColumn("answeredBy", "text").execute();
}
