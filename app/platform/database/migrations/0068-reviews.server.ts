import { sql, type Kysely } from "kysely";
import { table } from "./columns.server";

/**
 * Reviews by buyers, and their sums on products and stalls. Figures that no buyer gave go: stars stand for reviews.
 * Lists of the best rated are in the order of a weighted mean.
 */
export async function reviews(db: Kysely<any>): Promise<void> {
  await table(db, "reviews", {
    _id: "id",
    productId: "text",
    merchantId: "text",
    buyerId: "text?",
    lineId: "text",
    stars: "integer",
    text: "text",
    name: "text",
    usefulCount: "integer",
    isAnswered: "integer",
    answer: "text",
    answeredAt: "text?",
    hiddenAt: "text?",
    hiddenReason: "text",
    openReports: "integer",
    createdAt: "text",
    changedAt: "text?",
  }).execute();
  for (const statement of [
    `create unique index "reviewsOfBuyer" on "reviews" ("productId", "buyerId")`,
    `create unique index "reviewsOfLine" on "reviews" ("lineId")`,
    `create index "reviewsByBuyer" on "reviews" ("buyerId")`,
    `create index "reviewsNewest" on "reviews" ("productId", "createdAt" desc, "_id" desc) where "hiddenAt" is null`,
    `create index "reviewsUseful" on "reviews" ("productId", "usefulCount" desc, "createdAt" desc, "_id" desc) where "hiddenAt" is null`,
    `create index "reviewsByStars" on "reviews" ("productId", "stars", "createdAt" desc, "_id" desc) where "hiddenAt" is null`,
    `create index "reviewsOfMerchant" on "reviews" ("merchantId", "isAnswered", "createdAt" desc, "_id" desc) where "hiddenAt" is null`,
    `create index "reviewsReported" on "reviews" ("openReports" desc, "_id") where "openReports" > 0`,
    `create index "reviewsHidden" on "reviews" ("hiddenAt" desc, "_id") where "hiddenAt" is not null`,
  ])
    await sql.raw(statement).execute(db);

  await table(db, "reviewReports", {
    _id: "id",
    reviewId: "text",
    reason: "text",
    createdAt: "text",
    settledAt: "text?",
  })
    .addForeignKeyConstraint("reviewReportsReview", ["reviewId"], "reviews", ["_id"])
    .execute();
  await db.schema.createIndex("reviewReportsOfReview").on("reviewReports").column("reviewId").execute();

  await table(db, "reviewVotes", { reviewId: "text", userId: "text", createdAt: "text" })
    .addPrimaryKeyConstraint("reviewVotesKey", ["reviewId", "userId"])
    .addForeignKeyConstraint("reviewVotesReview", ["reviewId"], "reviews", ["_id"])
    .execute();
  await db.schema.createIndex("reviewVotesOfUser").on("reviewVotes").column("userId").execute();

  await table(db, "reviewRequests", { partId: "id", sentAt: "text" }).execute();
  await table(db, "reviewOptOuts", { userId: "id", createdAt: "text" }).execute();
  await sql`create index "orderPartsArrived" on "orderParts" ("deliveredAt") where "statusText" = 'Delivered'`.execute(
    db,
  );

  for (const [name, columns] of [
    ["products", ["reviewCount", "reviewStars", "ratingScore"]],
    ["stores", ["reviewCount", "reviewStars"]],
  ] as const)
    for (const column of columns)
      await sql`alter table ${sql.table(name)} add column ${sql.ref(column)} integer not null default 0`.execute(db);
  await sql`update "products" set "rating" = null where "rating" is not null`.execute(db);
  for (const [name, category] of [
    ["productsRating", ""],
    ["productsCategoryRating", `"categoryId", `],
  ] as const) {
    await sql`drop index ${sql.ref(name)}`.execute(db);
    await sql`create index ${sql.ref(name)} on "products" (${sql.raw(category)}"ratingScore" desc, "createdAt" desc, "_id" desc) where "isPublic" = 1`.execute(
      db,
    );
  }
}
