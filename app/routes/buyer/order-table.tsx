import type { Order } from "~/features/orders/schema";
import { visuallyHidden } from "~/styles/layout.css";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import * as styles from "./order-table.css";

export type OrderRow = Pick<Order, "_id" | "itemId" | "createdAt" | "amount" | "isCompleted"> & {
  /** `createdAt` in words. */
  day: string;
  /** The number of different products. */
  products: number;
  /** The key of the form that buys it again. */
  againKey?: string;
};

/** The fields of an order that its row shows. */
export function orderRow({ _id, itemId, createdAt, amount, isCompleted, carts }: Order, day: string): OrderRow {
  return { _id, itemId, createdAt, day, amount, isCompleted, products: carts.length };
}

/** A buyer's order is on its way until every merchant's part of it is settled. Source: specification §4. */
export function OrderStatus({ isCompleted }: Pick<Order, "isCompleted">) {
  return isCompleted ? <Pill tone="leaf">Completed</Pill> : <Pill tone="honey">In Transit</Pill>;
}

/** Orders, each with a button that buys it again if its row has a key. */
export function OrderTable({ caption, orders }: { caption: string; orders: OrderRow[] }) {
  return (
    <Table
      caption={caption}
      layout="orders"
      className={styles.table}
      head={[
        "Order ID",
        "Date",
        { title: "Amount", end: true },
        { title: "Products", end: true },
        "Status",
        { title: "Details", hidden: true },
      ]}
    >
      {orders.map(({ _id, itemId, createdAt, day, amount, products, isCompleted, againKey }) => (
        <Row key={_id}>
          <Cell place="lead" label="Order ID" num>
            <b>#{itemId}</b>
          </Cell>
          <Cell label="Date" num>
            <time dateTime={createdAt}>{day}</time>
          </Cell>
          <Cell label="Amount" end num>
            {dollars(amount)}
          </Cell>
          <Cell label="Products" end num>
            {products}
          </Cell>
          <Cell place="status" label="Status">
            <OrderStatus isCompleted={isCompleted} />
          </Cell>
          <Cell end className={styles.details}>
            <Link to={`/customer/order_history/${_id}`}>
              View details<span className={visuallyHidden}> of order #{itemId}</span>
            </Link>
            {againKey ? (
              <PostForm action={`/customer/order_history/${_id}`} idempotencyKey={againKey}>
                <SubmitButton variant="quiet">
                  Buy again<span className={visuallyHidden}> order #{itemId}</span>
                </SubmitButton>
              </PostForm>
            ) : null}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
