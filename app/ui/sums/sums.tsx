import type { ReactNode } from "react";
import { free } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { dollars3 } from "~/ui/price/money";
import * as styles from "./sums.css";

/** Names and amounts, the total last under a line. Amounts are `dollars`, or a `Sum`. */
export function Sums({ rows }: { rows: Array<{ label: string; value: ReactNode; total?: boolean }> }) {
  return (
    <dl className={styles.sums}>
      {rows.map(({ label, value, total }) => (
        <div key={label} className={classNames(styles.line, total && styles.total)}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** An amount in the order summary: three decimals, the third of them set small. Takes dollars. */
export function Sum({ amount }: { amount: number }) {
  const [upToCents, thousandth] = dollars3(amount);
  return (
    // This figure changes in place. A translator would replace it by a word of its own, which stays.
    <span translate="no">
      {upToCents}
      <small className={styles.thousandth}>{thousandth}</small>
    </span>
  );
}

/** The good news in a line of sums: `{ label: "Shipping", value: <Free /> }`. */
export function Free() {
  return <b className={free}>Free</b>;
}
