import { sql, type Kysely } from "kysely";

/** Ids of merchants' own systems for products and orders; products by barcode, and public ones by their last change. */
export async function externalIds(db: Kysely<any>): Promise<void> {
  for (const statement of [
    `alter table "products" add column "externalId" text not null default ''`,
    `alter table "orderParts" add column "externalId" text not null default ''`,
    `create unique index "productsExternalId" on "products" ("merchantId", "externalId") where "externalId" <> '' and "deletedAt" is null`,
    `create unique index "orderPartsExternalId" on "orderParts" ("merchantId", "externalId") where "externalId" <> ''`,
    `create index "variantsBarcode" on "variants" ("barcode") where "deletedAt" is null`,
    `create index "productsPublicChanged" on "products" ("updatedAt", "_id") where "isPublic" = 1`,
  ])
    await sql.raw(statement).execute(db);
}
