import type { ReactNode } from "react";
import { free } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import * as styles from "./sums.css";

/** Names and amounts, the total last under a line. Format amounts with `dollars` or `dollars3`. */
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

/** The good news in a line of sums: `{ label: "Shipping", value: <Free /> }`. */
export function Free() {
  return <b className={free}>Free</b>;
}
