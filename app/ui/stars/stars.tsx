import { visuallyHidden } from "~/styles/layout.css";
import * as styles from "./stars.css";

/** A rating out of five, drawn to the nearest whole star. Not rated: nothing. */
export function Stars({ rating }: { rating: number | null | undefined }) {
  if (rating == null) return null;
  return (
    <p className={styles.stars} data-r={Math.min(5, Math.max(1, Math.round(rating)))}>
      {rating}
      <span className={visuallyHidden}> out of 5 stars</span>
    </p>
  );
}
