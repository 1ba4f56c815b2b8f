import { ArrowLeft } from "~/ui/icon/icons";
import type { ReactNode } from "react";
import type { OrderDetails } from "~/features/orders/schema";
import { apart, row } from "~/styles/layout.css";
import { num, soft } from "~/styles/text.css";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { Icon } from "~/ui/icon/icon";
import { dollars } from "~/ui/price/money";
import * as styles from "./styles.css";

/** The link back, the title with date, amount and number of products, and buttons (`children`) for the order. */
export function OrderHead({
  order,
  day,
  children,
}: {
  order: Pick<OrderDetails, "createdAt" | "amount" | "carts"> & { itemId?: number };
  day: string;
  children: ReactNode;
}) {
  const products = order.carts.length;
  return (
    <>
      <MoreLink to="/customer/order_history">
        <Icon of={ArrowLeft} className={styles.arrow} />
        Back to List
      </MoreLink>
      <div className={classNames(row, apart)}>
        <div>
          <h1>Order Details</h1>
          <p className={classNames(soft, styles.facts)}>
            <time className={num} dateTime={order.createdAt}>
              {day}
            </time>
            <span className={num}>{dollars(order.amount)}</span>
            <span className={num}>
              {products} {products === 1 ? "product" : "products"}
            </span>
          </p>
        </div>
        <div className={row}>
          {children}
          {order.itemId ? (
            <ButtonLink to={`/contact?order=${order.itemId}`} variant="quiet">
              Ask about this order
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </>
  );
}
