import { sql, type Kysely } from "kysely";

/** Moments of change, and the indexes by which programs go through reviews and payments since one. */
export async function changedSince(db: Kysely<any>, dialect: { name: "sqlite" | "postgres" }): Promise<void> {
  await sql`alter table "reviews" add column "updatedAt" text not null default ''`.execute(db);
  const latest = sql.raw(dialect.name === "sqlite" ? "max" : "greatest");
  await sql`update "reviews" set "updatedAt" = ${latest}("createdAt", coalesce("changedAt", ''), coalesce("answeredAt", ''))`.execute(
    db,
  );
  await sql`update "orderParts" set "updatedAt" = "createdAt" where "updatedAt" = '' and "paymentAt" is not null`.execute(
    db,
  );
  for (const index of [
    `"reviewsChanged" on "reviews" ("productId", "updatedAt", "_id") where "hiddenAt" is null`,
    `"reviewsOfMerchantChanged" on "reviews" ("merchantId", "updatedAt", "_id") where "hiddenAt" is null`,
    `"orderPartsPaymentChanged" on "orderParts" ("merchantId", "updatedAt", "_id") where "paymentAt" is not null`,
  ])
    await sql.raw(`create index ${index}`).execute(db);
}
