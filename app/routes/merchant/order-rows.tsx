import { toCents, toDollars } from "~/features/fields";
import type { MerchantOrder } from "~/features/merchant-orders/schema";
import { visuallyHidden } from "~/styles/layout.css";
import { num, small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Link } from "~/ui/link/link";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Thumb } from "~/ui/thumb/thumb";
import { destinationOf, type Destination } from "./destination";
import * as styles from "./order-rows.css";
import { PartPill } from "./part-status";
import { goodsInWords } from "./pieces";

export type OrderInRow = Pick<MerchantOrder, "_id" | "itemId" | "statusText" | "delivery"> &
  Destination & {
    customer: string;
    goods: string;
    /** The number of different goods. */
    kinds: number;
    image: MerchantOrder["carts"][number]["product"]["image"][number] | undefined;
    sum: number;
    /** The sum to be paid at collection. 0 if there is none. */
    due: number;
    /** The day of the payment. Empty if the delivery method has a time. */
    paidOn: string;
  };

/** The content of an order's row. `paidOn` is the day of its payment in words. */
export function orderInRow(order: MerchantOrder, today: string, paidOn: string): OrderInRow {
  const { _id, itemId, statusText, delivery, user, carts, amount, deliveryFee, onCollection } = order;
  const destination = destinationOf(order, today);
  return {
    _id,
    itemId,
    statusText,
    delivery,
    ...destination,
    customer: `${user.firstName} ${user.lastName}`.trim() || "Deleted account",
    goods: goodsInWords(order),
    kinds: carts.length,
    image: carts[0]?.product.image[0],
    sum: toDollars(toCents(amount) + toCents(deliveryFee)),
    due: onCollection?.state === "to_be_paid" ? onCollection.due : 0,
    paidOn: destination.when ? "" : paidOn,
  };
}

/** Orders in rows with a box to tick. A form sends the ticks as `order` with the order's number. */
export function OrderRows({ label, orders }: { label: string; orders: OrderInRow[] }) {
  return (
    <ul className={styles.rows} aria-label={label}>
      {orders.map(({ _id, itemId, customer, image, kinds, sum, due, when, where, paidOn, goods, ...state }) => (
        <li key={_id} className={styles.order}>
          <label className={classNames(styles.picture, styles.tick)}>
            <input type="checkbox" name="order" value={itemId} />
            <span className={visuallyHidden}>Tick order #{itemId}</span>
            <Thumb image={image} size={48} />
            {kinds > 1 ? (
              <span className={styles.count} aria-hidden="true">
                {kinds}
              </span>
            ) : null}
          </label>
          <Link className={styles.name} to={`/merchant/orders/${_id}`}>
            <b>{customer}</b> <span className={classNames(small, soft, num)}>{`#${itemId}`}</span>
          </Link>
          <span className={classNames(styles.sum, num)}>{dollars(due > 0 ? due : sum)}</span>
          <span className={styles.destination}>
            {when ? <b>{when}</b> : null}
            {when ? " · " : null}
            {where}
            {paidOn ? ` · ${paidOn}` : null} <PartPill status={state.statusText} delivery={state.delivery} />
            {due > 0 ? (
              <>
                {" "}
                <Pill tone="honey">To pay</Pill>
              </>
            ) : null}
          </span>
          <span className={styles.goods}>{goods}</span>
        </li>
      ))}
    </ul>
  );
}
