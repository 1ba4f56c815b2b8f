import { toCents, toDollars } from "~/features/fields";
import type { MerchantOrder } from "~/features/merchant-orders/schema";
import { soft } from "~/styles/text.css";
import { Link } from "~/ui/link/link";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import { PartPill } from "./part-status";

export type OrderRow = Pick<MerchantOrder, "_id" | "itemId" | "amount" | "statusText"> & {
  /** When it was paid. */
  paidAt: string;
  customer: string;
  /** `paidAt` in words. */
  day: string;
};

/** The fields of an order that its row shows. */
export function orderRow(
  { _id, itemId, createdAt, date, amount, deliveryFee, statusText, user }: MerchantOrder,
  day: string,
): OrderRow {
  return {
    _id,
    itemId,
    paidAt: date ?? createdAt,
    amount: toDollars(toCents(amount) + toCents(deliveryFee)),
    statusText,
    customer: `${user.firstName} ${user.lastName}`.trim(),
    day,
  };
}

interface OrderTableProps {
  caption: string;
  orders: OrderRow[];
}

export function OrderTable({ caption, orders }: OrderTableProps) {
  return (
    <Table
      caption={caption}
      layout="lines"
      head={["Order ID", "Customer", "Date", { title: "Amount", end: true }, "Status"]}
    >
      {orders.map(({ _id, itemId, customer, paidAt, day, amount, statusText }) => (
        <Row key={_id}>
          <Cell place="lead" label="Order ID" num>
            <Link to={`/merchant/orders/${_id}`}>
              <b>#{itemId}</b>
            </Link>
          </Cell>
          <Cell label="Customer">{customer}</Cell>
          <Cell label="Date" num className={soft}>
            <time dateTime={paidAt}>{day}</time>
          </Cell>
          <Cell label="Amount" end num>
            {dollars(amount)}
          </Cell>
          <Cell place="status" label="Status">
            <PartPill status={statusText} />
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
