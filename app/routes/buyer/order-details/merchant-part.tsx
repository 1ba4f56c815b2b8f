import type { OrderDetails, PartStatus } from "~/features/orders/schema";
import { Goods } from "~/ui/goods/goods";
import { Panel } from "~/ui/panel/panel";
import { Pill, type PillTone } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";

const TONES: Record<PartStatus, PillTone> = { Processing: "honey", Shipped: "honey", Delivered: "leaf", Cancelled: "tomato", Refunded: "grey" };

interface MerchantPartProps {
  part: OrderDetails["parts"][number];
  lines: OrderDetails["carts"];
}

/** What one merchant sends of an order, and how far it has come. */
export function MerchantPart({ part: { storeName, statusText }, lines }: MerchantPartProps) {
  return (
    <Panel title={storeName} action={<Pill tone={TONES[statusText]}>{statusText}</Pill>}>
      <Table caption={`Products from ${storeName}`} layout="thirds" head={["Product", { title: "Price", end: true }, { title: "Quantity", end: true }, { title: "Subtotal", end: true }]}>
        {lines.map(({ _id, product, price, quantity }) => (
          <Row key={_id}>
            <Cell place="lead"><Goods title={product.title} to={`/products/${product._id}`} image={product.image[0]} size={56} /></Cell>
            <Cell label="Price" end num>{dollars(price)}</Cell>
            <Cell label="Quantity" end num>{quantity}</Cell>
            <Cell label="Subtotal" end num><b>{dollars((Math.round(price * 100) * quantity) / 100)}</b></Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}
