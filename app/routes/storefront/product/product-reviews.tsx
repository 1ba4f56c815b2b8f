import type { ProductReviews as Reviews } from "~/features/reviews/schema";
import { ReviewCard, type ShownReview } from "~/routes/shared/review/review-card";
import { section } from "~/styles/layout.css";
import { MoreLink } from "~/ui/button/button";
import { reviewsInWords } from "~/ui/stars/reviews-in-words";
import { reviewsAddress } from "../product-reviews/reviews-address";
import { Spread } from "../product-reviews/spread";
import * as styles from "../product-reviews/styles.css";

/** The number of reviews on the product's own page, which must stay small. Another page has the others and reports. */
export const REVIEWS_HERE = 1;

export interface ShownReviews {
  reviews: NonNullable<Reviews["reviews"]>;
  spread: Reviews["spread"];
  newest: ShownReview[];
}

interface ProductReviewsProps {
  productId: string;
  stall: string;
  shown: ShownReviews;
}

/** Reviews of the product: the number for each number of stars, and the newest. */
export function ProductReviews({ productId, stall, shown: { reviews, spread, newest } }: ProductReviewsProps) {
  return (
    <section className={section} id="reviews" aria-labelledby="reviews-title">
      <h2 id="reviews-title">Reviews</h2>
      <div className={styles.columns}>
        <Spread reviews={reviews} spread={spread} />
        <div>
          {newest.map((review) => (
            <ReviewCard key={review._id} review={review} stall={stall} />
          ))}
          <MoreLink to={reviewsAddress(productId)}>{`Read or report ${reviewsInWords(reviews.count)}`}</MoreLink>
        </div>
      </div>
    </section>
  );
}
