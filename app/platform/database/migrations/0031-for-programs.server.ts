import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/** Additions for programs: tokens of their own, and lists of what was changed since a moment. */
export async function forPrograms(db: Kysely<any>): Promise<void> {
  await table(db, "personalTokens", {
    _id: "id",
    userId: "text",
    hash: "text",
    name: "text",
    scopes: "text",
    createdAt: "text",
    lastUsedAt: "text?",
    expiresAt: "text",
    revokedAt: "text?",
  })
    .addForeignKeyConstraint("personalTokensUser", ["userId"], "users", ["_id"])
    .addUniqueConstraint("personalTokensHash", ["hash"])
    .execute();
  await db.schema.createIndex("personalTokensOfUser").on("personalTokens").columns(["userId", "createdAt"]).execute();
  await db.schema.createIndex("personalTokensByEnd").on("personalTokens").column("expiresAt").execute();

  // Columns of a product that change by themselves are no version of it: reviews are of what its merchant has saved.
  await sql`alter table "products" add column "stockAt" text not null default ''`.execute(db);
  await sql`create index "productsChanged" on "products" ("merchantId", (case when "stockAt" > "updatedAt" then "stockAt" else "updatedAt" end), "_id")`.execute(
    db,
  );
  await sql`alter table "orderParts" add column "updatedAt" text not null default ''`.execute(db);
  await sql`update "orderParts" set "updatedAt" = coalesce("cancelledAt", "deliveredAt", "shippedAt", "paidAt", "createdAt")`.execute(
    db,
  );
  await sql`create index "orderPartsChanged" on "orderParts" ("merchantId", "updatedAt", "_id") where "paidAt" is not null`.execute(
    db,
  );
}
