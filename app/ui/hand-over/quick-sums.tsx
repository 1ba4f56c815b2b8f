import { QUICK, quickSums, quickWords, typedSum } from "./cash";
import * as styles from "./quick-sums.css";

/**
 * Buttons for the sums that people hand over, each with its change. Without scripts a press posts the form with that
 * sum, as `withQuickSum` reads it. A script may fill the form's field instead.
 */
export function QuickSums({ dueCents }: { dueCents: number }) {
  return (
    <ul className={styles.sums} aria-label="Sums given">
      {quickSums(dueCents).map((cents) => {
        const [sum, change] = quickWords(cents, dueCents);
        return (
          <li key={cents}>
            {/* The field beside it may stay empty. */}
            <button className={styles.sum} name={QUICK} value={typedSum(cents)} formNoValidate>
              {sum}
              <small>{change}</small>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
