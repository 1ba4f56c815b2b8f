import { num, small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import type { StoredImage, Tint } from "~/ui/picture/stored-image";
import { dollars } from "~/ui/price/money";
import { Thumb } from "~/ui/thumb/thumb";
import * as styles from "./mini-list.css";

export interface MiniListProps {
  items: Array<{
    id: string;
    title: string;
    quantity: number;
    /** The line's sum in dollars. */
    amount: number;
    /** It is weighed at packing: the sum is the most that it comes to. */
    isAtMost?: boolean;
    image?: StoredImage | null;
    tint?: Tint;
  }>;
}

/** The cart in small, above the sums of a checkout. */
export function MiniList({ items }: MiniListProps) {
  return (
    <ul className={styles.minis}>
      {items.map(({ id, title, quantity, amount, isAtMost, image, tint }) => (
        <li key={id}>
          <Thumb image={image} tint={tint} size={48} />
          <span>
            {title} <span className={classNames(soft, num)}>× {quantity}</span>
            {isAtMost ? <span className={classNames(small, soft)}> You pay what it weighs.</span> : null}
          </span>
          <span className={num}>
            {isAtMost ? <span className={classNames(small, soft)}>at most </span> : null}
            {dollars(amount)}
          </span>
        </li>
      ))}
    </ul>
  );
}
