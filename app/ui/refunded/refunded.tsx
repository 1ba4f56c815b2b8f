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
 * Says that some of the money of a part was refunded. Shows nothing if none was, or if the status says that all was.
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
  line: {
    quantity: number;
    refundedQuantity: number;
    /** Dollars. */
    refunded: number;
    /** A sentence about its weight, if it is sold by weight. */
    note?: string;
  };
  /** "taken off" in an order that is paid at collection. */
  word?: "refunded" | "taken off";
}

/** Under a product: its weight, the refunded pieces, and the sum that was refunded for them or by itself. */
export function PiecesRefunded({ line: { note, ...line }, word = "refunded" }: PiecesRefundedProps) {
  return (
    <>
      {note ? <span className={classNames(small, soft, styles.pieces)}>{note}</span> : null}
      <Refunded {...line} word={word} />
    </>
  );
}

function Refunded({
  quantity,
  refundedQuantity,
  refunded,
  word,
}: Omit<PiecesRefundedProps["line"], "note"> & Required<Pick<PiecesRefundedProps, "word">>) {
  if (refundedQuantity === 0 && refunded === 0) return null;
  return (
    <span className={classNames(small, soft, styles.pieces)}>
      {refundedQuantity === quantity
        ? `${word[0]?.toUpperCase()}${word.slice(1)}`
        : refundedQuantity > 0
          ? `${refundedQuantity} of ${quantity} ${word}, ${dollars(refunded)}`
          : `${dollars(refunded)} ${word}`}
    </span>
  );
}

interface RefundListProps {
  refunds: {
    _id: string;
    amount: number;
    /** The VAT included in the amount. Dollars. */
    vat: number;
    /** The delivery fee in the amount. Dollars. */
    deliveryFee: number;
    reason: string;
    createdAt: string;
    state: "on_its_way" | "waits_for_buyer" | "refunded" | "failed" | "other_way";
    otherWay: { how: string; day: string } | null;
    /** As people read it. */
    day: string;
    lines: { title: string; quantity: number; amount: number }[];
  }[];
}

const SENTENCES = {
  on_its_way: "on its way back since",
  waits_for_buyer: "waits for the buyer, who was asked in a mail where it is to go, since",
  refunded: "given back on",
  failed: "could not be given back to the card and is still owed, of",
  other_way: "given back another way, of",
};

/** All refunds of a part: when, why, what for, and whether the money has arrived. */
export function RefundList({ refunds }: RefundListProps) {
  if (refunds.length === 0) return null;
  return (
    <ul className={classNames(small, styles.list)} aria-label="Given back">
      {refunds.map(({ _id, amount, vat, deliveryFee, reason, createdAt, state, otherWay, day, lines }) => (
        <li key={_id}>
          <b>{dollars(amount)}</b> {SENTENCES[state]} <time dateTime={createdAt}>{day}</time>: {reason}
          {otherWay ? ` (${otherWay.day}: ${otherWay.how})` : ""}
          <br />
          <span className={soft}>
            {[
              ...lines.map((line) =>
                line.quantity > 0
                  ? `${line.quantity} × ${line.title} ${dollars(line.amount)}`
                  : `part of the price of ${line.title} ${dollars(line.amount)}`,
              ),
              ...(deliveryFee > 0 ? [`delivery fee ${dollars(deliveryFee)}`] : []),
            ].join(", ")}
            {vat > 0 ? `; of which VAT ${dollars(vat)}` : ""}
          </span>
        </li>
      ))}
    </ul>
  );
}
