import { visuallyHidden } from "~/styles/layout.css";
import { classNames } from "~/ui/class-names/class-names";
import { dollars } from "./money";
import * as styles from "./price.css";

export type PriceLead = "from" | "at most";

export interface PriceProps {
  /** In dollars. */
  amount: number;
  /** In dollars; shown struck through when it is more than `amount`. */
  original?: number | null;
  /** For the product's own page. */
  large?: boolean;
  /** Words before the price: it is the lowest of several sizes, or the highest of goods that are weighed at packing. */
  lead?: PriceLead | undefined;
}

export function Price({ amount, original, large, lead }: PriceProps) {
  const lowered = original != null && original > amount;
  return (
    <p className={classNames(styles.price, large && styles.large)}>
      <span>
        {lead ? <span className={styles.lead}>{lead} </span> : null}
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

export interface UnitPriceProps {
  /** In words: `$6.40 per kg`. */
  now: string;
  /** The same for the price before a discount. */
  before?: string | undefined;
}

/** The price of a unit, for comparing. */
export function UnitPrice({ now, before }: UnitPriceProps) {
  return (
    <p className={styles.unit}>
      {now}
      {before ? (
        <>
          {" "}
          <s>
            <span className={visuallyHidden}>was </span>
            {before}
          </s>
        </>
      ) : null}
    </p>
  );
}
