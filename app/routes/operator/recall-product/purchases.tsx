import type { Purchase } from "~/features/recalls/schema";
import { OrderedFood } from "~/routes/shared/food-label/ordered-food";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import * as styles from "../operator.css";
import { Pages } from "../pages";

interface PurchasesProps {
  path: string;
  days: { since: string; until: string };
  page: number;
  pages: number;
  purchases: (Purchase & { time: string })[];
}

/** The buyers of the product, order by order. */
export function PurchaseList({ path, days, page, pages, purchases }: PurchasesProps) {
  return (
    <Panel title="Who bought it">
      {purchases.length > 0 ? (
        <Table
          caption="Orders with this product, newest first"
          layout="orders"
          head={["Order", "Buyer", "Paid", { title: "Pieces", end: true }, { title: "To give back", end: true }]}
        >
          {purchases.map(({ _id, itemId, buyer, date, time, quantity, refundedQuantity, left, title, food }) => (
            <Row key={_id}>
              <Cell place="lead">
                <Link to={`/operator/orders/${_id}`}>
                  <b>#{itemId}</b>
                </Link>
                <br />
                {title}
                <OrderedFood title={title} food={food} />
              </Cell>
              <Cell label="Buyer" className={styles.breaking}>
                {buyer.name}
                <br />
                {buyer.email}
              </Cell>
              <Cell label="Paid">
                <time dateTime={date}>{time}</time>
              </Cell>
              <Cell label="Pieces" end>
                {quantity}
                {refundedQuantity > 0 ? `, ${refundedQuantity} refunded` : ""}
              </Cell>
              <Cell label="To give back" end num>
                {dollars(left)}
              </Cell>
            </Row>
          ))}
        </Table>
      ) : (
        <EmptyState title="Nobody" text="No paid order of these days has it." />
      )}
      <Pages path={path} wanted={days} page={page} pages={pages} label="Pages of orders" />
    </Panel>
  );
}
