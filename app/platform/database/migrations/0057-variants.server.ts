import { sql, type Kysely } from "kysely";
import type { Dialect } from "../dialects/dialect";
import { table } from "./columns.server";

/**
 * The sizes of products, which price and stock belong to from now on. Each product that there is gets one, under its own
 * id; carts, orders and the stock history name it.
 */
export async function variants(db: Kysely<any>, { name: dialect }: Pick<Dialect, "name">): Promise<void> {
  await table(db, "variants", {
    _id: "id",
    productId: "text",
    merchantId: "text",
    position: "integer",
    name: "text",
    sku: "text",
    barcode: "text",
    amountCents: "integer",
    priceCents: "integer",
    vatCents: "integer",
    quantity: "integer",
    stockVersion: "integer",
    lowStockAt: "integer?",
    contentMilli: "integer?",
    contentUnit: "text?",
    drainedMilli: "integer?",
    drainedUnit: "text?",
    isPending: "integer",
    deletedAt: "text?",
  }).execute();
  await sql`insert into "variants" ("_id", "productId", "merchantId", "position", "name", "sku", "barcode", "amountCents", "priceCents", "vatCents", "quantity", "stockVersion", "lowStockAt", "isPending", "deletedAt")
    select "_id", "_id", "merchantId", 0, '', "sku", "barcode", "amountCents", "priceCents", "vatCents", "quantity", "stockVersion", "lowStockAt", 0, "deletedAt" from "products"`.execute(
    db,
  );
  await sql`create index "variantsProduct" on "variants" ("productId", "position") where "deletedAt" is null`.execute(
    db,
  );
  await sql`create unique index "variantsSku" on "variants" ("merchantId", "sku") where "deletedAt" is null`.execute(
    db,
  );
  await sql`create index "variantsOfSku" on "variants" (lower("sku"))`.execute(db);
  await sql`drop index "productsSku"`.execute(db);
  await sql`drop index "productsOfSku"`.execute(db);
  for (const [column, type] of [
    ["variantCount", "integer not null default 1"],
    ["variantId", "text not null default ''"],
    ["contentMilli", "integer"],
    ["contentUnit", "text"],
    ["drainedMilli", "integer"],
    ["drainedUnit", "text"],
  ] as const)
    await sql`alter table "products" add column ${sql.ref(column)} ${sql.raw(type)}`.execute(db);
  await sql`update "products" set "variantId" = "_id"`.execute(db);
  // Several sizes run low each for itself: see the sums of "low-stock".
  await sql`drop index "productsStock"`.execute(db);
  await sql`create index "productsStock" on "products" ("merchantId", "quantity", "lowStockAt", "variantCount") where "availType" = 'published' and "deletedAt" is null`.execute(
    db,
  );

  await sql`alter table "stockChanges" add column "variantId" text not null default ''`.execute(db);
  await sql`update "stockChanges" set "variantId" = "productId"`.execute(db);
  await sql`create index "stockChangesVariant" on "stockChanges" ("variantId", "_id" desc)`.execute(db);

  for (const [column, type] of [
    ["variantId", "text not null default ''"],
    ["sizeName", "text not null default ''"],
    ["contentMilli", "integer"],
    ["contentUnit", "text"],
  ] as const)
    await sql`alter table "orderLines" add column ${sql.ref(column)} ${sql.raw(type)}`.execute(db);
  await sql`update "orderLines" set "variantId" = "productId"`.execute(db);

  // The key of a cart's line is the size: SQLite changes no key of a table that is there.
  await db.schema.alterTable("cartLines").renameTo("productCartLines").execute();
  if (dialect === "postgres")
    await sql`alter table "productCartLines" rename constraint "cartLinesKey" to "productCartLinesKey"`.execute(db);
  await table(db, "cartLines", {
    userId: "text",
    productId: "text",
    variantId: "text",
    quantity: "integer",
    addedAt: "text",
  })
    .addColumn("seenCents", "integer", (c) => c.notNull().defaultTo(0))
    .addPrimaryKeyConstraint("cartLinesKey", ["userId", "variantId"])
    .addForeignKeyConstraint("cartLinesOwner", ["userId"], "users", ["_id"])
    .execute();
  await sql`insert into "cartLines" ("userId", "productId", "variantId", "quantity", "addedAt", "seenCents")
    select "userId", "productId", "productId", "quantity", "addedAt", "seenCents" from "productCartLines"`.execute(db);
  await db.schema.dropTable("productCartLines").execute();
}
