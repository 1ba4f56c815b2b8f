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

/** Under a product: how many of its pieces were given back. */
export function PiecesRefunded({ refunded, of }: { refunded: number; of: number }) {
  if (refunded === 0) return null;
  return (
    <span className={classNames(small, soft, styles.pieces)}>
      {refunded === of ? "Refunded" : `${refunded} of ${of} refunded`}
    </span>
  );
}
