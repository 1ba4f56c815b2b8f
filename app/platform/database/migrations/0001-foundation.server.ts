import { sql, type CreateTableBuilder, type Kysely } from "kysely";
import type { Dialect } from "../dialects/dialect";
import { table, type Column } from "./columns.server";

export async function foundation(db: Kysely<any>, dialect: Dialect): Promise<void> {
  await accounts(db);
  await catalogue(db, dialect);
  await buying(db);
  await machinery(db);
}

async function accounts(db: Kysely<any>): Promise<void> {
  await table(db, "files", {
    _id: "id",
    ownerId: "text?",
    kind: "text",
    mime: "text",
    bytes: "bigint",
    width: "integer",
    height: "integer",
    widths: "text",
    attached: "integer",
    createdAt: "text",
  }).execute();
  await db.schema.createIndex("filesUnattached").on("files").columns(["attached", "createdAt"]).execute();

  await table(db, "users", {
    _id: "id",
    email: "text?",
    passwordHash: "text",
    firstName: "text",
    lastName: "text",
    telephone: "text",
    privilege: "text",
    imageId: "text?",
    extras: "text",
    verifiedAt: "text?",
    deletedAt: "text?",
    createdAt: "text",
    updatedAt: "text",
  })
    .addForeignKeyConstraint("usersImage", ["imageId"], "files", ["_id"])
    .execute();
  await db.schema.createIndex("usersEmail").unique().on("users").column("email").execute();

  await table(db, "categories", {
    _id: "id",
    title: "text",
    folded: "text",
    imageId: "text?",
    tint: "text",
    position: "integer",
    createdAt: "text",
  })
    .addForeignKeyConstraint("categoriesImage", ["imageId"], "files", ["_id"])
    .execute();
  await db.schema.createIndex("categoriesFolded").unique().on("categories").column("folded").execute();
  await db.schema.createIndex("categoriesPosition").on("categories").columns(["position", "_id"]).execute();

  await table(db, "stores", {
    userId: "id",
    username: "text",
    storeName: "text",
    businessAddress: "text",
    story: "text",
    status: "text",
  })
    .addForeignKeyConstraint("storesUser", ["userId"], "users", ["_id"])
    .execute();
  await table(db, "storeCategories", { userId: "text", categoryId: "text" })
    .addPrimaryKeyConstraint("storeCategoriesKey", ["userId", "categoryId"])
    .addForeignKeyConstraint("storeCategoriesUser", ["userId"], "users", ["_id"])
    .addForeignKeyConstraint("storeCategoriesCategory", ["categoryId"], "categories", ["_id"])
    .execute();

  await table(db, "tokens", { hash: "id", userId: "text", createdAt: "text", expiresAt: "text" })
    .addForeignKeyConstraint("tokensUser", ["userId"], "users", ["_id"])
    .execute();
  await db.schema.createIndex("tokensUser").on("tokens").column("userId").execute();
  await db.schema.createIndex("tokensExpiry").on("tokens").column("expiresAt").execute();

  await table(db, "codes", {
    email: "text",
    purpose: "text",
    hash: "text",
    sentAt: "text",
    expiresAt: "text",
    triesLeft: "integer",
    pending: "text",
  })
    .addPrimaryKeyConstraint("codesKey", ["email", "purpose"])
    .execute();
}

async function catalogue(db: Kysely<any>, dialect: Dialect): Promise<void> {
  const products = db.schema
    .createTable("products")
    // The search index of SQLite refers to products by this number, which must outlive a vacuum.
    .addColumn("seq", dialect.name === "sqlite" ? "integer" : "bigserial", (c) =>
      dialect.name === "sqlite" ? c.primaryKey().autoIncrement() : c.primaryKey(),
    )
    .addColumn("_id", "text", (c) => c.notNull().unique());
  const columns: Record<string, Column> = {
    merchantId: "text",
    categoryId: "text",
    title: "text",
    description: "text",
    amountCents: "bigint",
    discountType: "text",
    discountPercent: "integer",
    priceCents: "bigint",
    taxClass: "text",
    vatCents: "bigint",
    quantity: "integer",
    sku: "text",
    barcode: "text",
    isPhysical: "integer",
    measurement: "text",
    tags: "text",
    variations: "text",
    videoId: "text?",
    availType: "text",
    rating: "integer?",
    isPublic: "integer",
    searchText: "text",
    createdAt: "text",
    updatedAt: "text",
    deletedAt: "text?",
  };
  let builder: CreateTableBuilder<string, string> = products;
  for (const [column, kind] of Object.entries(columns)) {
    builder = builder.addColumn(column, kind.replace("?", "") as "text" | "integer" | "bigint", (c) =>
      kind.endsWith("?") ? c : c.notNull(),
    );
  }
  await builder
    .addCheckConstraint("productsQuantity", sql`"quantity" >= 0`)
    .addForeignKeyConstraint("productsMerchant", ["merchantId"], "users", ["_id"])
    .addForeignKeyConstraint("productsCategory", ["categoryId"], "categories", ["_id"])
    .addForeignKeyConstraint("productsVideo", ["videoId"], "files", ["_id"])
    .execute();
  await dialect.createSearchIndex(db);

  // One index for each order and filter of the public lists; partial ones, so that drafts cost nothing.
  await sql`create index "productsLatest" on "products" ("createdAt" desc, "_id" desc) where "isPublic" = 1`.execute(
    db,
  );
  await sql`create index "productsPrice" on "products" ("priceCents" desc, "createdAt" desc, "_id" desc) where "isPublic" = 1`.execute(
    db,
  );
  await sql`create index "productsCategoryLatest" on "products" ("categoryId", "createdAt" desc, "_id" desc) where "isPublic" = 1`.execute(
    db,
  );
  await sql`create index "productsCategoryPrice" on "products" ("categoryId", "priceCents" desc, "createdAt" desc, "_id" desc) where "isPublic" = 1`.execute(
    db,
  );
  await sql`create index "productsMerchant" on "products" ("merchantId", "createdAt" desc, "_id" desc) where "deletedAt" is null`.execute(
    db,
  );
  await sql`create unique index "productsSku" on "products" ("merchantId", "sku") where "deletedAt" is null`.execute(
    db,
  );

  await table(db, "productImages", { productId: "text", fileId: "text", position: "integer" })
    .addPrimaryKeyConstraint("productImagesKey", ["productId", "position"])
    .addForeignKeyConstraint("productImagesProduct", ["productId"], "products", ["_id"])
    .addForeignKeyConstraint("productImagesFile", ["fileId"], "files", ["_id"])
    .execute();
  await db.schema.createIndex("productImagesFile").on("productImages").column("fileId").execute();
}

async function buying(db: Kysely<any>): Promise<void> {
  for (const [name, more] of [
    ["cartLines", { quantity: "integer" }],
    ["wishlistLines", {}],
  ] as const) {
    await table(db, name, { userId: "text", productId: "text", ...more, addedAt: "text" })
      .addPrimaryKeyConstraint(`${name}Key`, ["userId", "productId"])
      .addForeignKeyConstraint(`${name}User`, ["userId"], "users", ["_id"])
      .execute();
  }

  await table(db, "orders", {
    _id: "id",
    itemId: "bigint",
    buyerId: "text?",
    status: "text",
    amountCents: "bigint",
    currency: "text",
    buyer: "text",
    billing: "text",
    shipping: "text",
    notes: "text",
    paymentMethod: "text",
    provider: "text",
    intentId: "text?",
    heldUntil: "text",
    paidAt: "text?",
    isCompleted: "integer",
    createdAt: "text",
  })
    .addForeignKeyConstraint("ordersBuyer", ["buyerId"], "users", ["_id"])
    .execute();
  await db.schema.createIndex("ordersItemId").unique().on("orders").column("itemId").execute();
  await db.schema.createIndex("ordersIntent").unique().on("orders").column("intentId").execute();
  await sql`create index "ordersBuyer" on "orders" ("buyerId", "status", "createdAt" desc, "_id" desc)`.execute(db);
  await sql`create index "ordersPending" on "orders" ("heldUntil") where "status" = 'pending'`.execute(db);
  // A buyer holds stock for one order at a time, however many tabs ask.
  await sql`create unique index "ordersOnePending" on "orders" ("buyerId") where "status" = 'pending'`.execute(db);

  await table(db, "orderParts", {
    _id: "id",
    orderId: "text",
    merchantId: "text",
    statusText: "text",
    amountCents: "bigint",
    paidAt: "text?",
    shippedAt: "text?",
    deliveredAt: "text?",
    createdAt: "text",
  })
    .addForeignKeyConstraint("orderPartsOrder", ["orderId"], "orders", ["_id"])
    .addForeignKeyConstraint("orderPartsMerchant", ["merchantId"], "users", ["_id"])
    .execute();
  await db.schema.createIndex("orderPartsOrder").on("orderParts").column("orderId").execute();
  await sql`create index "orderPartsMerchant" on "orderParts" ("merchantId", "createdAt" desc, "_id" desc) where "paidAt" is not null`.execute(
    db,
  );

  await table(db, "orderLines", {
    _id: "id",
    orderId: "text",
    partId: "text",
    productId: "text",
    title: "text",
    sku: "text",
    imageId: "text?",
    priceCents: "bigint",
    quantity: "integer",
    position: "integer",
  })
    .addForeignKeyConstraint("orderLinesOrder", ["orderId"], "orders", ["_id"])
    .addForeignKeyConstraint("orderLinesPart", ["partId"], "orderParts", ["_id"])
    .execute();
  await db.schema.createIndex("orderLinesOrder").on("orderLines").column("orderId").execute();
  await db.schema.createIndex("orderLinesPart").on("orderLines").column("partId").execute();
  await db.schema.createIndex("orderLinesProduct").on("orderLines").column("productId").execute();

  await table(db, "refunds", {
    _id: "id",
    orderId: "text",
    intentId: "text",
    amountCents: "bigint",
    reason: "text",
    providerId: "text?",
    createdAt: "text",
    doneAt: "text?",
  })
    .addForeignKeyConstraint("refundsOrder", ["orderId"], "orders", ["_id"])
    .execute();
  await db.schema.createIndex("refundsOrder").on("refunds").column("orderId").execute();

  await table(db, "testIntents", {
    _id: "id",
    clientSecret: "text",
    orderId: "text",
    amountCents: "bigint",
    refundedCents: "bigint",
    currency: "text",
    status: "text",
    lastError: "text",
    idempotencyKey: "text",
    createdAt: "text",
  }).execute();
  await db.schema.createIndex("testIntentsKey").unique().on("testIntents").column("idempotencyKey").execute();
  await table(db, "testRefunds", {
    _id: "id",
    intentId: "text",
    amountCents: "bigint",
    idempotencyKey: "text",
  }).execute();
  await db.schema.createIndex("testRefundsKey").unique().on("testRefunds").column("idempotencyKey").execute();
}

async function machinery(db: Kysely<any>): Promise<void> {
  await table(db, "counters", { name: "id", value: "bigint" }).execute();

  await table(db, "jobs", {
    _id: "id",
    kind: "text",
    payload: "text",
    uniqueKey: "text?",
    runAt: "text",
    attempts: "integer",
    leasedUntil: "text?",
    everySeconds: "integer?",
    finishedAt: "text?",
    diedAt: "text?",
    lastError: "text",
    createdAt: "text",
  }).execute();
  await sql`create index "jobsWaiting" on "jobs" ("runAt") where "finishedAt" is null and "diedAt" is null`.execute(db);
  await sql`create index "jobsDead" on "jobs" ("diedAt") where "diedAt" is not null`.execute(db);
  await sql`create index "jobsFinished" on "jobs" ("finishedAt") where "finishedAt" is not null`.execute(db);
  await sql`create unique index "jobsUnique" on "jobs" ("uniqueKey") where "finishedAt" is null and "diedAt" is null`.execute(
    db,
  );

  await table(db, "idempotencyKeys", {
    scope: "text",
    key: "text",
    fingerprint: "text",
    status: "integer",
    body: "text",
    createdAt: "text",
  })
    .addPrimaryKeyConstraint("idempotencyKeysKey", ["scope", "key"])
    .execute();
  await db.schema.createIndex("idempotencyKeysAge").on("idempotencyKeys").column("createdAt").execute();

  await table(db, "limits", { key: "id", points: "integer", expire: "bigint" }).execute();

  await table(db, "subscribers", {
    email: "id",
    createdAt: "text",
    confirmedAt: "text?",
    unsubscribedAt: "text?",
  }).execute();
  await table(db, "supportMessages", {
    _id: "id",
    fullname: "text",
    email: "text",
    subject: "text",
    telephone: "text",
    description: "text",
    createdAt: "text",
    answeredAt: "text?",
  }).execute();
  await db.schema
    .createIndex("supportMessagesAge")
    .on("supportMessages")
    .columns(["answeredAt", "createdAt"])
    .execute();
}
