import type { ClosedTime } from "~/features/closed-times/schema";
import { dollars } from "~/ui/price/money";
import * as styles from "./styles.css";

/** The progress of the orders of a closed time. */
export function OrdersSoFar({ closed }: { closed: ClosedTime }) {
  const { total, waiting, told, coming, givenBack, givenBackAmount, leftOut, stays, takenBackAt, next } = closed;
  const rows: [string, number, string?][] = [
    [takenBackAt ? "Still to be told again" : "Still to be told", waiting],
    [next === "move" ? "Told, and not answered" : "Told, money not back yet", told],
    ["Come at the new time", coming],
    ["Money back", givenBack, givenBackAmount > 0 ? `, ${dollars(givenBackAmount)}` : ""],
    ["As before", stays],
    ["Nothing to do", leftOut],
  ];
  return (
    <>
      <p>
        <progress
          className={styles.progress}
          value={total - waiting}
          max={Math.max(1, total)}
          aria-label="Orders whose customers were told"
        />
      </p>
      <dl className={styles.terms}>
        <dt>Orders</dt>
        <dd>{total}</dd>
        {rows
          .filter(([, orders], index) => orders > 0 || index === 0)
          .map(([label, orders, details = ""]) => (
            <div key={label} className={styles.term}>
              <dt>{label}</dt>
              <dd>
                {orders}
                {details}
              </dd>
            </div>
          ))}
      </dl>
    </>
  );
}
