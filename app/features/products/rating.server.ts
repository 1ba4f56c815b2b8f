import { sql, type RawBuilder } from "kysely";
import type { Trx } from "~/platform/database/database.server";

/**
 * Lists of the best rated are ordered by a weighted mean, which adds some assumed reviews to each product's own. With
 * these constants one review of five stars comes to 3.75, and fifty with a mean of 4.8 come to 4.68.
 */
const PRIOR_REVIEWS = 5;
const PRIOR_STARS = 3.5;

/** The change of a product's sums: the reviews and the stars to add. */
export interface RatingChange {
  reviews: -1 | 0 | 1;
  stars: number;
}

/** The columns of a product that follow from the count of its reviews and the sum of their stars. */
export const ratingFigures = (count: RawBuilder<unknown>, stars: RawBuilder<unknown>) => ({
  reviewCount: sql<number>`${count}`,
  reviewStars: sql<number>`${stars}`,
  // Whole numbers, so that both databases divide alike.
  rating: sql<number | null>`case when ${count} = 0 then null else (2 * ${stars} + ${count}) / (2 * ${count}) end`,
  ratingScore: sql<number>`case when ${count} = 0 then 0
    else (${sql.lit(PRIOR_REVIEWS * PRIOR_STARS * 1000)} + 1000 * ${stars}) / (${sql.lit(PRIOR_REVIEWS)} + ${count}) end`,
});

/** Changes the stored sums of a product, and the figures that follow from them. The caller announces the change. */
export async function moveProductRating(trx: Trx, productId: string, { reviews, stars }: RatingChange): Promise<void> {
  const figures = ratingFigures(sql`("reviewCount" + ${sql.lit(reviews)})`, sql`("reviewStars" + ${sql.lit(stars)})`);
  await trx.updateTable("products").set(figures).where("_id", "=", productId).execute();
}
