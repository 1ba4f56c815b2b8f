import { paymentInWords } from "~/features/collection-payments/words-schema";
import { priceOfPieces } from "~/features/fields";
import { stepInWords } from "~/features/delivery/words-schema";
import { invoiceTitle } from "~/features/orders/invoice-number-schema";
import type { OrderDetails, PartStatus } from "~/features/orders/schema";
import { trackingPage } from "~/features/orders/tracking-schema";
import { OrderedFood } from "~/routes/shared/food-label/ordered-food";
import { askAddress } from "~/routes/shared/messages/area";
import { TraderDetails } from "~/routes/shared/trader/trader-details";
import { apart, row, visuallyHidden } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { weighedNote } from "~/features/orders/weighed-line-schema";
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
  /** The refunds with their days in words. */
  refunds: (OrderDetails["parts"][number]["refunds"][number] & { day: string })[];
  lines: OrderDetails["carts"];
  idempotencyKey: string;
  orderId: string;
  /** The number of the order. */
  itemId: number;
}

/** The part of an order that one merchant sends, with its state. */
export function MerchantPart({ part, refunds, lines, idempotencyKey, orderId, itemId }: MerchantPartProps) {
  const { storeName, statusText } = part;
  return (
    <Panel
      title={<StallLink part={part} />}
      action={<Pill tone={TONES[statusText]}>{stepInWords(statusText, part.delivery)}</Pill>}
    >
      <PartTable
        storeName={storeName}
        lines={lines}
        reviewIn={statusText === "Delivered" ? orderId : undefined}
        isPaidThere={part.onCollection !== null}
      />
      {part.onCollection ? <p>{paymentInWords(part.onCollection)}.</p> : <PartlyRefunded {...part} />}
      <RefundList refunds={refunds} />
      <Way part={part} refunds={refunds} idempotencyKey={idempotencyKey} />
      {part.invoiceNumber ? (
        <p className={classNames(small, soft)}>{invoiceTitle({ invoiceNumber: part.invoiceNumber, itemId })}</p>
      ) : null}
      <p>
        <Link to={askAddress("order", part._id)}>
          Write to the stall<span className={visuallyHidden}> {storeName}</span>
        </Link>
      </p>
      {part.trader ? <TraderDetails trader={part.trader} title={`Who sells at ${storeName}`} /> : null}
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

interface PartTableProps {
  storeName: string;
  lines: OrderDetails["carts"];
  /** The order's id, if its lines have arrived and can be reviewed. */
  reviewIn?: string | undefined;
  isPaidThere?: boolean;
}

/** The lines of an order from one merchant. */
export function PartTable({ storeName, lines, reviewIn, isPaidThere = false }: PartTableProps) {
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
      {lines.map(({ _id, product, price, quantity, food, ...line }) => (
        <Row key={_id}>
          <Cell place="lead">
            <Goods title={product.title} to={`/products/${product._id}`} image={product.image[0]} size={56} />
            <PiecesRefunded
              line={{ quantity, ...line, note: weighedNote(line) }}
              word={isPaidThere ? "taken off" : "refunded"}
            />
            {reviewIn ? (
              <Link to={`/customer/order_history/${reviewIn}/review/${_id}`}>
                Review<span className={visuallyHidden}> {product.title}</span>
              </Link>
            ) : null}
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
  );
}

/** How the part comes, or why it does not, and the button that says that it has arrived. */
function Way({ part, refunds, idempotencyKey }: Omit<MerchantPartProps, "lines" | "orderId" | "itemId">) {
  const { _id, storeName, statusText, carrier, trackingNumber, cancelReason } = part;
  const page = trackingPage(part);
  // If a refund failed or went another way, the list of refunds says so.
  const isToCard =
    part.onCollection === null && refunds.every(({ state }) => state !== "failed" && state !== "other_way");
  if (statusText === "Refunded")
    return (
      <p className={styles.way}>
        This was refunded: {cancelReason} {isToCard ? "The money goes back to your card." : ""}
      </p>
    );
  if (statusText === "Cancelled")
    return (
      <p className={styles.way}>
        {part.onCollection ? "This is called off" : `${storeName} has cancelled this`}: {cancelReason}{" "}
        {isToCard ? "Your money is on its way back to your card." : ""}
      </p>
    );
  const parcel =
    carrier || trackingNumber ? (
      <>
        {[carrier, trackingNumber && "tracking number "].filter(Boolean).join(", ")}
        {page ? <a href={page}>{trackingNumber}</a> : trackingNumber}
      </>
    ) : null;
  // If the part was marked as sent by mistake, its carrier is shown to the merchant only.
  if (statusText === "Processing") return null;
  if (part.delivery?.kind === "collection")
    return <p className={styles.way}>{statusText === "Shipped" ? "It is ready for you." : "You have collected it."}</p>;
  if (statusText !== "Shipped")
    return parcel ? <p className={classNames(small, soft, styles.way, styles.parcel)}>Sent with {parcel}</p> : null;
  return (
    <div className={classNames(row, apart, styles.way)}>
      <p className={styles.parcel}>{parcel ? <>On its way with {parcel}.</> : "On its way to you."}</p>
      <PostForm idempotencyKey={idempotencyKey}>
        <input type="hidden" name="partId" value={_id} />
        <SubmitButton intent="received" variant="quiet">
          I have received it
        </SubmitButton>
      </PostForm>
    </div>
  );
}
