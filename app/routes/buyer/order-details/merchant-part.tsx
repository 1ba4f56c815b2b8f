import type { OrderDetails, PartStatus } from "~/features/orders/schema";
import { apart, row } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Goods } from "~/ui/goods/goods";
import { Link } from "~/ui/link/link";
import { PartlyRefunded, PiecesRefunded, RefundList } from "~/ui/refunded/refunded";
import { Panel } from "~/ui/panel/panel";
import { Pill, type PillTone } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import * as styles from "./styles.css";

const TONES: Record<PartStatus, PillTone> = {
  Processing: "honey",
  Shipped: "honey",
  Delivered: "leaf",
  Cancelled: "tomato",
  Refunded: "grey",
};

export interface MerchantPartProps {
  part: OrderDetails["parts"][number];
  /** With their days as people read them. */
  refunds: (OrderDetails["parts"][number]["refunds"][number] & { day: string })[];
  lines: OrderDetails["carts"];
  idempotencyKey: string;
}

/** What one merchant sends of an order, and how far it has come. */
export function MerchantPart({ part, refunds, lines, idempotencyKey }: MerchantPartProps) {
  const { storeName, statusText } = part;
  return (
    <Panel title={<StallLink part={part} />} action={<Pill tone={TONES[statusText]}>{statusText}</Pill>}>
      <PartTable storeName={storeName} lines={lines} />
      <PartlyRefunded {...part} />
      <RefundList refunds={refunds} />
      <Way part={part} idempotencyKey={idempotencyKey} />
    </Panel>
  );
}

/** The name of a part's stall, as a link to its page. */
export function StallLink({
  part: { merchant, storeName },
}: {
  part: Pick<MerchantPartProps["part"], "merchant" | "storeName">;
}) {
  return <Link to={`/stalls/${merchant}`}>{storeName || "A stall without a name"}</Link>;
}

/** What was ordered from one merchant. */
export function PartTable({ storeName, lines }: { storeName: string; lines: OrderDetails["carts"] }) {
  return (
    <Table
      caption={`Products from ${storeName}`}
      layout="thirds"
      head={[
        "Product",
        { title: "Price", end: true },
        { title: "Quantity", end: true },
        { title: "Subtotal", end: true },
      ]}
    >
      {lines.map(({ _id, product, price, quantity, ...line }) => (
        <Row key={_id}>
          <Cell place="lead">
            <Goods title={product.title} to={`/products/${product._id}`} image={product.image[0]} size={56} />
            <PiecesRefunded line={{ quantity, ...line }} />
          </Cell>
          <Cell label="Price" end num>
            {dollars(price)}
          </Cell>
          <Cell label="Quantity" end num>
            {quantity}
          </Cell>
          <Cell label="Subtotal" end num>
            <b>{dollars((Math.round(price * 100) * quantity) / 100)}</b>
          </Cell>
        </Row>
      ))}
    </Table>
  );
}

/** How it comes, or why it does not; and the way to say that it is there. */
function Way({ part, idempotencyKey }: Omit<MerchantPartProps, "lines" | "refunds">) {
  const { _id, storeName, statusText, carrier, trackingNumber, cancelReason } = part;
  if (statusText === "Refunded")
    return <p className={styles.way}>This was refunded: {cancelReason} The money goes back to your card.</p>;
  if (statusText === "Cancelled")
    return (
      <p className={styles.way}>
        {storeName} has cancelled this: {cancelReason} Your money is on its way back to your card.
      </p>
    );
  const parcel = [carrier, trackingNumber && `tracking number ${trackingNumber}`].filter(Boolean).join(", ");
  // A carrier of what was marked as sent by mistake is the merchant's alone.
  if (statusText === "Processing") return null;
  if (statusText !== "Shipped")
    return parcel ? <p className={classNames(small, soft, styles.way)}>Sent with {parcel}</p> : null;
  return (
    <div className={classNames(row, apart, styles.way)}>
      <p>{parcel ? `On its way with ${parcel}.` : "On its way to you."}</p>
      <PostForm idempotencyKey={idempotencyKey} preventScrollReset>
        <input type="hidden" name="partId" value={_id} />
        <SubmitButton intent="received" variant="quiet">
          I have received it
        </SubmitButton>
      </PostForm>
    </div>
  );
}
