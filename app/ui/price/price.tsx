import { visuallyHidden } from "~/styles/layout.css";
import { classNames } from "~/ui/class-names/class-names";
import { dollars } from "./money";
import * as styles from "./price.css";

export interface PriceProps {
  /** In dollars. */
  amount: number;
  /** In dollars; shown struck through when it is more than `amount`. */
  original?: number | null;
  /** For the product's own page. */
  large?: boolean;
}

export function Price({ amount, original, large }: PriceProps) {
  const lowered = original != null && original > amount;
  return (
    <p className={classNames(styles.price, large && styles.large)}>
      <span>
        {lowered ? <span className={visuallyHidden}>Now </span> : null}
        {dollars(amount)}
      </span>
      {lowered ? (
        <>
          {" "}
          <s className={styles.was}>
            <span className={visuallyHidden}>was </span>
            {dollars(original)}
          </s>
        </>
      ) : null}
    </p>
  );
}
