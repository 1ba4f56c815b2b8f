import { visuallyHidden } from "~/styles/layout.css";
import * as styles from "./stars.css";

interface StarsProps {
  /** From 1 to 5, drawn to the nearest whole star. Not rated: nothing. */
  rating: number | null | undefined;
  /** The number of reviews. */
  count?: number | undefined;
}

/** A rating out of five, and the number of reviews that it is the mean of. */
export function Stars({ rating, count }: StarsProps) {
  if (rating == null) return null;
  return (
    <p className={styles.stars} data-r={Math.min(5, Math.max(1, Math.round(rating)))}>
      {rating}
      <span className={visuallyHidden}> out of 5 stars</span>
      {count === undefined ? null : (
        <>
          {` (${count})`}
          <span className={visuallyHidden}> reviews</span>
        </>
      )}
    </p>
  );
}
