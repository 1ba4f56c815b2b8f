import type { WaitingOrder } from "~/features/checkout/schema";
import { goodsOf, shippingRows } from "~/routes/shared/shipping-rows";
import { num } from "~/styles/text.css";
import { AddressCard } from "~/ui/address-card/address-card";
import { classNames } from "~/ui/class-names/class-names";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { Sums } from "~/ui/sums/sums";
import { addressLines, fullName } from "~/features/accounts/plain-schema";
import { HeldUntil, PayNow, WaitingPill } from "../waiting-payment";
import { OrderHead } from "./order-head";
import { PartTable, StallLink } from "./merchant-part";
import * as styles from "./styles.css";

/** An order that nobody has paid yet: what is set aside, until when, and the way to pay. */
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
      <div className={styles.cards}>
        <AddressCard
          title="Billing Address"
          name={fullName(billing)}
          lines={addressLines(billing)}
          email={billing.email}
          phone={billing.telephone}
        />
        <AddressCard
          title="Shipping Address"
          name={fullName(shipping)}
          lines={addressLines(shipping)}
          email={shipping.email}
          phone={shipping.telephone}
        />
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
      </div>
      {parts.map((part) => (
        <Panel key={part._id} title={<StallLink part={part} />}>
          <PartTable storeName={part.storeName} lines={carts.filter((line) => part.lines.includes(line._id))} />
        </Panel>
      ))}
    </>
  );
}
