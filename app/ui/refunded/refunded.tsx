import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import * as styles from "./refunded.css";

interface PartlyRefundedProps {
  statusText: string;
  /** Dollars. */
  refunded: number;
}

/**
 * Says that some of the money of a part went back. Nothing where none did, or where the status says that all of it
 * did.
 */
export function PartlyRefunded({ statusText, refunded }: PartlyRefundedProps) {
  if (refunded === 0 || statusText === "Cancelled" || statusText === "Refunded") return null;
  return (
    <p className={styles.part}>
      <Pill>Partly refunded {dollars(refunded)}</Pill>
    </p>
  );
}

interface PiecesRefundedProps {
  line: { quantity: number; refundedQuantity: number; /** Dollars. */ refunded: number };
}

/** Under a product: how many of its pieces were given back, and how much for them or by itself. */
export function PiecesRefunded({ line: { quantity, refundedQuantity, refunded } }: PiecesRefundedProps) {
  if (refundedQuantity === 0 && refunded === 0) return null;
  return (
    <span className={classNames(small, soft, styles.pieces)}>
      {refundedQuantity === quantity
        ? "Refunded"
        : refundedQuantity > 0
          ? `${refundedQuantity} of ${quantity} refunded, ${dollars(refunded)}`
          : `${dollars(refunded)} refunded`}
    </span>
  );
}

interface RefundListProps {
  refunds: {
    _id: string;
    amount: number;
    reason: string;
    createdAt: string;
    /** As people read it. */
    day: string;
    lines: { title: string; quantity: number; amount: number }[];
  }[];
}

/** Every sum of a part that went back: when, why, and what for. */
export function RefundList({ refunds }: RefundListProps) {
  if (refunds.length === 0) return null;
  return (
    <ul className={classNames(small, styles.list)} aria-label="Given back">
      {refunds.map(({ _id, amount, reason, createdAt, day, lines }) => (
        <li key={_id}>
          <b>{dollars(amount)}</b> given back on <time dateTime={createdAt}>{day}</time>: {reason}
          <br />
          <span className={soft}>
            {lines
              .map((line) =>
                line.quantity > 0
                  ? `${line.quantity} × ${line.title} ${dollars(line.amount)}`
                  : `part of the price of ${line.title} ${dollars(line.amount)}`,
              )
              .join(", ")}
          </span>
        </li>
      ))}
    </ul>
  );
}
