import { takenOutAndBack } from "~/features/collection-payments/words-schema";
import { priceOfPieces, toCents, toDollars } from "~/features/fields";
import type { MerchantOrder } from "~/features/merchant-orders/schema";
import { weighedNote } from "~/features/orders/weighed-line-schema";
import { OrderedFood } from "~/routes/shared/food-label/ordered-food";
import { Goods } from "~/ui/goods/goods";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { PiecesRefunded } from "~/ui/refunded/refunded";
import { Sums } from "~/ui/sums/sums";
import { Cell, Row, Table } from "~/ui/table/table";
import * as styles from "./styles.css";

/** The sum of two amounts in dollars, exact to the cent. */
const plus = (first: number, second: number) => toDollars(toCents(first) + toCents(second));
/** The difference of two amounts in dollars, exact to the cent. */
const less = (first: number, second: number) => toDollars(toCents(first) - toCents(second));

/** The lines of the order and their sums. Without VAT, its line says $0. Source: specification §9. */
export function OrderList({
  carts,
  amount,
  refunded,
  vat,
  vatRefunded,
  deliveryFee,
  deliveryFeeRefunded,
  onCollection,
  plain,
}: Pick<
  MerchantOrder,
  "carts" | "amount" | "refunded" | "vat" | "vatRefunded" | "deliveryFee" | "deliveryFeeRefunded" | "onCollection"
> & {
  /** Without pictures and links, as it is printed. */ plain?: boolean;
}) {
  const [total, lessened] = [plus(amount, deliveryFee), plus(refunded, deliveryFeeRefunded)];
  const { takenOut, back } = takenOutAndBack({ amount, refunded, deliveryFee, deliveryFeeRefunded, onCollection });
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
        {carts.map(({ _id, product, quantity, price, food, ...line }) => (
          <Row key={_id}>
            <Cell place="lead">
              {plain ? product.title : <Goods title={product.title} image={product.image[0]} size={44} />}
              <PiecesRefunded
                line={{ quantity, ...line, note: weighedNote(line) }}
                word={onCollection ? "taken off" : "refunded"}
              />
              {plain ? null : <OrderedFood title={product.title} food={food} />}
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
              <b>{dollars(priceOfPieces(price, quantity))}</b>
            </Cell>
          </Row>
        ))}
      </Table>
      <div className={styles.sums}>
        <Sums
          rows={[
            { label: "Subtotal", value: dollars(amount) },
            vat > 0 ? { label: "of which VAT", value: dollars(vat) } : { label: "VAT", value: "$0" },
            ...(deliveryFee > 0 ? [{ label: "Shipping", value: dollars(deliveryFee) }] : []),
            { label: "Grand Total", value: dollars(total), total: true },
            ...(lessened > 0
              ? [
                  ...(takenOut > 0 ? [{ label: "Not to be paid", value: dollars(-takenOut) }] : []),
                  ...(back > 0 ? [{ label: "Refunded", value: dollars(-back) }] : []),
                  { label: "Left", value: dollars(less(total, lessened)) },
                  ...(vat > 0 ? [{ label: "of which VAT is left", value: dollars(less(vat, vatRefunded)) }] : []),
                ]
              : []),
          ]}
        />
      </div>
    </Panel>
  );
}
