import type { WaitingOrder } from "~/features/checkout/schema";
import { goodsOf, shippingRows } from "~/routes/shared/shipping-rows";
import { num } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { Sums } from "~/ui/sums/sums";
import { HeldUntil, PayNow, WaitingPill } from "../waiting-payment";
import { OrderHead } from "./order-head";
import { OrderAddresses } from "./order-addresses";
import { PartTable, StallLink } from "./merchant-part";
import * as styles from "./styles.css";

/** An order that waits for its payment: the goods on hold, until when, and the button to pay. */
export function WaitingOrderDetails({
  waiting: { order, heldUntil, until },
  day,
}: {
  waiting: WaitingOrder & { until: string };
  day: string;
}) {
  const { carts, parts, billing, shipping } = order;
  return (
    <>
      <OrderHead order={order} day={day}>
        <PayNow />
      </OrderHead>
      <Panel stacked title="Not paid yet" action={<WaitingPill />}>
        <p>
          Your goods are set aside, <HeldUntil heldUntil={heldUntil} until={until} />. Nothing was charged. What is not
          paid by then goes back to the stalls.
        </p>
      </Panel>
      {parts.map((part) => (
        <Panel key={part._id} title={<StallLink part={part} />}>
          <PartTable storeName={part.storeName} lines={carts.filter((line) => part.lines.includes(line._id))} />
        </Panel>
      ))}
      <div className={styles.cards}>
        <Panel title="Order ID" stacked>
          <p className={classNames(num, styles.orderId)}>#{order.itemId}</p>
          <Sums
            rows={[
              { label: "Subtotal", value: dollars(goodsOf(order)) },
              ...shippingRows(parts),
              { label: "Total", value: dollars(order.amount), total: true },
              ...(order.vat > 0 ? [{ label: "of which VAT", value: dollars(order.vat) }] : []),
            ]}
          />
        </Panel>
        <OrderAddresses billing={billing} shipping={shipping} />
      </div>
    </>
  );
}
