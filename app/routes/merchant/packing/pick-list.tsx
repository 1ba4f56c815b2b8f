import { num, small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import * as styles from "./styles.css";

interface PickListProps {
  picks: { _id: string; title: string; sku: string; pieces: number; orders: number[] }[];
}

/** The goods to take off the shelves for all orders, each with a box to tick on paper or on the screen. */
export function PickList({ picks }: PickListProps) {
  return (
    <ul className={styles.picks}>
      {picks.map(({ _id, title, sku, pieces, orders }) => (
        <li key={`${_id} ${title}`}>
          <label className={styles.pick}>
            <input type="checkbox" className={styles.tick} />
            <b className={num}>{pieces} ×</b>
            <span>
              {title}
              <span className={classNames(styles.more, small, soft)}>
                {sku} · for {orders.map((number) => `#${number}`).join(", ")}
              </span>
            </span>
          </label>
        </li>
      ))}
    </ul>
  );
}
