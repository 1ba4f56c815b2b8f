import type { ListedOrder } from "~/features/orders/operator-schema";
import { num, small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Link } from "~/ui/link/link";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { DISPUTES, OrderState } from "../statuses";
import * as styles from "./order-rows.css";

interface OrderRowsProps {
  label: string;
  /** Each with its time in words. */
  orders: (ListedOrder & { time: string })[];
  /** The address of the list of a stall's orders. */
  stallAddress: (merchantId: string) => string;
}

/** Orders of all stalls in rows, like those of a merchant's orders. */
export function OrderRows({ label, orders, stallAddress }: OrderRowsProps) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {orders.map(({ _id, itemId, buyer, parts, status, dispute, isCompleted, createdAt, time, amount }) => (
        <li key={_id} className={styles.order}>
          <Link className={styles.name} to={`/operator/orders/${_id}`}>
            <b>{buyer.name}</b> <span className={classNames(small, soft, num)}>{`#${itemId}`}</span>
          </Link>
          <span className={classNames(styles.sum, num)}>{dollars(amount)}</span>
          <span className={styles.email}>{buyer.email}</span>
          <span className={styles.state}>
            <OrderState status={status} isCompleted={isCompleted} />
            {dispute ? (
              <>
                {" "}
                <Pill tone={DISPUTES[dispute].tone}>{DISPUTES[dispute].label}</Pill>
              </>
            ) : null}
          </span>
          <span className={styles.stalls}>
            <time dateTime={createdAt}>{time}</time>
            {parts.map(({ merchant, storeName, statusText }) => (
              <span key={merchant}>
                {" · "}
                <Link className={styles.stall} to={stallAddress(merchant)}>
                  {storeName}
                </Link>
                : {statusText}
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}
