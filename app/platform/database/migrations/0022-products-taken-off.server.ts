import { sql, type Kysely } from "kysely";
import type { Dialect } from "../dialects/dialect";

/** Single products that operators take off sale, and what finds any product of the marketplace for them. */
export async function productsTakenOff(db: Kysely<any>, dialect: Dialect): Promise<void> {
  // A rule for every writer of a product: one that was taken off is not on sale.
  await sql`alter table "products" add column "takenOffAt" text check ("takenOffAt" is null or "isPublic" = 0)`.execute(
    db,
  );
  await sql`alter table "products" add column "takenOffReason" text not null default ''`.execute(db);
  await sql`create index "productsTakenOff" on "products" ("merchantId", "createdAt" desc, "_id" desc) where "takenOffAt" is not null and "deletedAt" is null`.execute(
    db,
  );
  await sql`create index "productsAge" on "products" ("createdAt" desc, "_id" desc)`.execute(db);
  // The words of it are those of PRODUCT_STANDING, by which the list is narrowed.
  await sql`create index "productsStanding" on "products" ((case when "takenOffAt" is not null then 'taken-off' when "deletedAt" is not null then 'deleted' when "isPublic" = 1 then 'on-sale' when "availType" = 'published' then 'stall-closed' else "availType" end), "createdAt" desc, "_id" desc)`.execute(
    db,
  );
  await sql`create index "productsOfSku" on "products" (lower("sku"))`.execute(db);
  await dialect.createProductLookup(db);
}
