import type { MerchantOrder } from "~/features/fulfilment/schema";
import { Goods } from "~/ui/goods/goods";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { PiecesRefunded } from "~/ui/refunded/refunded";
import { Sums } from "~/ui/sums/sums";
import { Cell, Row, Table } from "~/ui/table/table";
import * as styles from "./styles.css";

/** What was ordered, and what it comes to. VAT is always nothing. Source: specification §9. */
export function OrderList({
  carts,
  amount,
  refunded,
  plain,
}: Pick<MerchantOrder, "carts" | "amount" | "refunded"> & {
  /** Without pictures and links, as it is printed. */ plain?: boolean;
}) {
  return (
    <Panel title="Order List">
      <Table
        caption="Order List"
        layout="thirds"
        head={[
          "Product",
          "SKU",
          { title: "Quantity", end: true },
          { title: "Price", end: true },
          { title: "Total", end: true },
        ]}
      >
        {carts.map(({ _id, product, quantity, price, ...line }) => (
          <Row key={_id}>
            <Cell place="lead">
              {plain ? product.title : <Goods title={product.title} image={product.image[0]} size={44} />}
              <PiecesRefunded line={{ quantity, ...line }} />
            </Cell>
            <Cell label="SKU" breaking>
              {product.sku}
            </Cell>
            <Cell label="Quantity" end num>
              {quantity} pcs
            </Cell>
            <Cell label="Price" end num>
              {dollars(price)}
            </Cell>
            <Cell label="Total" end num>
              <b>{dollars((Math.round(price * 100) * quantity) / 100)}</b>
            </Cell>
          </Row>
        ))}
      </Table>
      <div className={styles.sums}>
        <Sums
          rows={[
            { label: "Subtotal", value: dollars(amount) },
            { label: "VAT", value: "$0" },
            { label: "Grand Total", value: dollars(amount), total: true },
            ...(refunded > 0
              ? [
                  { label: "Refunded", value: dollars(-refunded) },
                  { label: "Left", value: dollars((Math.round(amount * 100) - Math.round(refunded * 100)) / 100) },
                ]
              : []),
          ]}
        />
      </div>
    </Panel>
  );
}
