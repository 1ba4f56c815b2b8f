import type { FoundOrder } from "~/features/orders/schema";
import { stack } from "~/styles/layout.css";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import * as styles from "../operator.css";
import { OrderState } from "../statuses";

interface WritersOrdersProps {
  /** The number of the order that the writer named. Empty if there is none. */
  named: string;
  orders: (Pick<FoundOrder, "_id" | "itemId" | "amount" | "status" | "isCompleted" | "createdAt"> & {
    time: string;
    /** Whether the order was placed with the email address from which the message came. */
    own: boolean;
  })[];
}

/** The order that a message is about, and other orders of its writer. */
export function WritersOrders({ named, orders }: WritersOrdersProps) {
  const isListed = orders.some(({ itemId }) => String(itemId) === named);
  return (
    <Panel title="Orders of the writer" stacked>
      {named && !isListed ? <p>There is no order #{named}, which the message names.</p> : null}
      {orders.length > 0 ? (
        <ul className={stack}>
          {orders.map(({ _id, itemId, amount, status, isCompleted, createdAt, time, own }) => (
            <li key={_id} className={styles.breaking}>
              <Link to={`/operator/orders/${_id}`}>
                <b>#{itemId}</b>
              </Link>{" "}
              <OrderState status={status} isCompleted={isCompleted} /> {dollars(amount)} ·{" "}
              <time dateTime={createdAt}>{time}</time>
              {String(itemId) === named ? " · named in the message" : null}
              {own ? null : " · bought with another email: make sure who writes before you tell anything of it"}
            </li>
          ))}
        </ul>
      ) : (
        <p>Nothing was bought with this email.</p>
      )}
    </Panel>
  );
}
