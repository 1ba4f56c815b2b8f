import { sql } from "kysely";
import { timestamp } from "~/platform/clock";
import type { Db, Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { announceReviews } from "./change-review.server";
import { forgetPicturesOf, picturesOf } from "./pictures.server";

/** Removes a person who leaves from their reviews, whose text stays without a name, and removes their votes. */
export async function forgetWriter(
  trx: Trx,
  services: Pick<Services, "dialect" | "clock">,
  userId: string,
): Promise<void> {
  await forgetPicturesOf(trx, userId);
  const reviews = await trx
    .updateTable("reviews")
    .set({ buyerId: null, name: "", updatedAt: timestamp(services.clock) })
    .where("buyerId", "=", userId)
    .returning("productId")
    .execute();
  const votes = sql<string>`(select "reviewId" from "reviewVotes" where "userId" = ${userId})`;
  const foundUseful = await trx
    .updateTable("reviews")
    .set((eb) => ({ usefulCount: eb("usefulCount", "-", 1) }))
    .where("_id", "in", votes)
    .returning("productId")
    .execute();
  await trx.deleteFrom("reviewVotes").where("userId", "=", userId).execute();
  const productIds = [...reviews, ...foundUseful].map(({ productId }) => productId);
  await announceReviews(trx, services, productIds);
}

/** Everything stored about a person's reviews, for the person. */
export async function reviewsOfWriter(db: Db, userId: string) {
  const written = await db
    .selectFrom("reviews")
    .innerJoin("products", "products._id", "reviews.productId")
    .select([
      "reviews._id",
      "products.title as product",
      "reviews.stars",
      "reviews.text",
      "reviews.name",
      "reviews.createdAt",
      "reviews.changedAt",
      "reviews.hiddenAt",
      "reviews.hiddenReason",
    ])
    .where("reviews.buyerId", "=", userId)
    .orderBy("reviews._id")
    .execute();
  const useful = await db
    .selectFrom("reviewVotes")
    .select(["reviewId", "createdAt"])
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .execute();
  const pictures = await picturesOf(
    db,
    written.map(({ _id }) => _id),
  );
  return {
    written: written.map(({ _id, ...review }) => ({ ...review, pictures: pictures(_id).map(({ url }) => url) })),
    useful,
  };
}
