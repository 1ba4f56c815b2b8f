import type { ProductReviews } from "~/features/reviews/schema";
import { Link } from "~/ui/link/link";
import { Stars } from "~/ui/stars/stars";
import { reviewsInWords } from "~/ui/stars/reviews-in-words";
import { reviewsAddress } from "./reviews-address";
import * as styles from "./styles.css";

interface SpreadProps {
  /** The product, if each number of stars is to link to its reviews. */
  productId?: string;
  reviews: NonNullable<ProductReviews["reviews"]>;
  spread: ProductReviews["spread"];
}

/** The mean, and the number of reviews for each number of stars. */
export function Spread({ productId, reviews, spread }: SpreadProps) {
  const { mean, count } = reviews;
  return (
    <div>
      <div className={styles.mean}>
        <b aria-hidden="true">{mean.toFixed(1)}</b>
        <div>
          <Stars rating={mean} />
          {reviewsInWords(count)} by buyers
        </div>
      </div>
      <ul className={styles.spread}>
        {spread.map(({ stars, count: reviewCount }) => (
          <li key={stars}>
            {productId ? (
              <Link to={reviewsAddress(productId, { stars: String(stars) })} rel="nofollow">
                {starsInWords(stars)}
              </Link>
            ) : (
              starsInWords(stars)
            )}
            <meter max={count} value={reviewCount} aria-hidden="true" />
            <span>{reviewCount}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const starsInWords = (stars: number): string => (stars === 1 ? "1 star" : `${stars} stars`);
