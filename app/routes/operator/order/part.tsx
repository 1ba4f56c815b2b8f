import { paymentInWords } from "~/features/collection-payments/words-schema";
import { priceOfPieces } from "~/features/fields";
import type { OperatorOrder } from "~/features/payments/operator-schema";
import type { PartStatus } from "~/features/orders/schema";
import { weighedNote } from "~/features/orders/weighed-line-schema";
import { OrderedFood } from "~/routes/shared/food-label/ordered-food";
import { Goods } from "~/ui/goods/goods";
import { Panel } from "~/ui/panel/panel";
import { Pill, type PillTone } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { PartlyRefunded, PiecesRefunded } from "~/ui/refunded/refunded";
import { Cell, Row, Table } from "~/ui/table/table";

const TONES: Record<PartStatus, PillTone> = {
  Processing: "honey",
  Shipped: "honey",
  Delivered: "leaf",
  Cancelled: "tomato",
  Refunded: "grey",
};

interface PartProps {
  part: OperatorOrder["parts"][number];
  lines: OperatorOrder["carts"];
}

/** The part of the order that one merchant sends. */
export function Part({ part, lines }: PartProps) {
  return (
    <Panel title={part.storeName} action={<Pill tone={TONES[part.statusText]}>{part.statusText}</Pill>}>
      <Table
        caption={`Products from ${part.storeName}`}
        layout="thirds"
        head={[
          "Product",
          { title: "Price", end: true },
          { title: "Quantity", end: true },
          { title: "Subtotal", end: true },
        ]}
      >
        {lines.map(({ _id, product, price, quantity, food, ...line }) => (
          <Row key={_id}>
            <Cell place="lead">
              <Goods title={product.title} image={product.image[0]} size={44} />
              <PiecesRefunded
                line={{ quantity, ...line, note: weighedNote(line) }}
                word={part.onCollection ? "taken off" : "refunded"}
              />
              <OrderedFood title={product.title} food={food} />
            </Cell>
            <Cell label="Price" end num>
              {dollars(price)}
            </Cell>
            <Cell label="Quantity" end num>
              {quantity}
            </Cell>
            <Cell label="Subtotal" end num>
              <b>{dollars(priceOfPieces(price, quantity))}</b>
            </Cell>
          </Row>
        ))}
      </Table>
      {part.deliveryFee > 0 ? <p>Delivery fee: {dollars(part.deliveryFee)}</p> : null}
      {part.onCollection ? <p>{paymentInWords(part.onCollection)}.</p> : <PartlyRefunded {...part} />}
    </Panel>
  );
}
