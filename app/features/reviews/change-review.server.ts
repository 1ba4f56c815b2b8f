import { changed, reviewsTag, stallTag } from "~/features/cache-tags";
import { moveProductRating, type RatingChange } from "~/features/products/rating.server";
import { moveStallRating } from "~/features/stores/rating.server";
import type { Trx } from "~/platform/database/database.server";
import type { ReviewRow } from "~/platform/database/tables";
import { inTransactionOnce } from "~/platform/http/idempotency.server";
import type { Services } from "~/platform/services.server";
import { unknownReview } from "./errors.server";

/* Changes of reviews. Each change first locks the review's product, so that the product's sums and the review agree. */

/** Locks a product for changes of its reviews until the transaction ends. */
export async function lockReviewsOf(
  trx: Trx,
  { dialect }: Pick<Services, "dialect">,
  productId: string,
): Promise<void> {
  const query = trx.selectFrom("products").select("_id").where("_id", "=", productId);
  await (dialect.forUpdate ? query.forUpdate() : query).execute();
}

/** Changes the rating sums of a product and its stall, and announces the change. */
export async function moveSums(
  trx: Trx,
  { dialect }: Pick<Services, "dialect">,
  { productId, merchantId }: Pick<ReviewRow, "productId" | "merchantId">,
  change: RatingChange,
): Promise<void> {
  await moveProductRating(trx, productId, change);
  await moveStallRating(trx, merchantId, change);
  await dialect.announceChange(trx, [...changed([productId]), reviewsTag(productId), stallTag(merchantId)]);
}

/** Announces a change of a review that leaves the sums as they are. */
export const announceReview = (trx: Trx, { dialect }: Pick<Services, "dialect">, productId: string): Promise<void> =>
  dialect.announceChange(trx, [reviewsTag(productId)]);

/** Announces that pages show some products' reviews differently: goods were refunded, or a writer has left. */
export const announceReviews = async (
  trx: Trx,
  { dialect }: Pick<Services, "dialect">,
  productIds: string[],
): Promise<void> => {
  if (productIds.length > 0) await dialect.announceChange(trx, [...new Set(productIds)].map(reviewsTag));
};

/** Runs `work` on a review, locked with its product, once per request. Refuses `unknown_review`. */
export async function withReview<Result>(
  services: Pick<Services, "db" | "dialect" | "idempotency">,
  reviewId: string,
  work: (trx: Trx, review: ReviewRow) => Promise<Result>,
): Promise<Result> {
  return inTransactionOnce(services, async (trx) => {
    const place = await trx.selectFrom("reviews").select("productId").where("_id", "=", reviewId).executeTakeFirst();
    if (!place) throw unknownReview();
    await lockReviewsOf(trx, services, place.productId);
    const review = await trx.selectFrom("reviews").selectAll().where("_id", "=", reviewId).executeTakeFirst();
    if (!review) throw unknownReview();
    return work(trx, review);
  });
}
