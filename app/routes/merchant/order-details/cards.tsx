import { Fragment, type ReactNode } from "react";
import type { MerchantOrderDetails } from "~/features/merchant-orders/schema";
import { paymentInWords } from "~/features/collection-payments/words-schema";
import { stepInWords, wayAndTimeInWords } from "~/features/delivery/words-schema";
import { addressLines, fullName } from "~/features/accounts/plain-schema";
import { AddressCard } from "~/ui/address-card/address-card";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import * as styles from "./styles.css";

/** Days in words. Null for what has not happened. */
export interface Days {
  added: string;
  invoice: string | null;
  shipping: string | null;
  rewards: string | null;
  cancelled: string | null;
}

const Facts = ({ rows }: { rows: (readonly [label: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {rows.map(([label, value]) => (
      <div key={label}>
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** The delivery method and time that the buyer chose. A time links to its day, with all that is handed over on it. */
function ShippingMethod({ delivery }: Pick<MerchantOrderDetails, "delivery">) {
  if (!delivery) return "Free shipping";
  const words = wayAndTimeInWords(delivery);
  return delivery.day ? <Link to={`/merchant/days/${delivery.day}`}>{words}</Link> : words;
}

/** The other orders that are handed over with it. */
function Others({ together, delivery }: Pick<MerchantOrderDetails, "together" | "delivery">) {
  return together.map(({ order, itemId, statusText }, place) => (
    <Fragment key={order}>
      {place > 0 ? ", " : ""}
      <Link to={`/merchant/orders/${order}`}>#{itemId}</Link> ({stepInWords(statusText, delivery).toLowerCase()})
    </Fragment>
  ));
}

const NOT_YET = "Not yet";

/** All details of an order except its lines. Source: specification §2, Order Details. */
export function Cards({ order, days }: { order: MerchantOrderDetails; days: Days }) {
  const { itemId, user, billing, shipping, paymentMethod, carrier, trackingNumber, delivery, onCollection, together } =
    order;
  return (
    <div className={styles.cards}>
      <Panel title={`Order #${itemId}`} stacked>
        <Facts
          rows={[
            ["Added", days.added],
            ["Payment Method", paymentMethod],
            ...(onCollection ? [["Payment", paymentInWords(onCollection)] as [string, string]] : []),
            ["Shipping Method", <ShippingMethod key="way" delivery={delivery} />],
            ...(together.length > 0
              ? [["Handed over with", <Others key="others" together={together} delivery={delivery} />] as const]
              : []),
          ]}
        />
      </Panel>
      <AddressCard title="Customer" name={fullName(user)} lines={[]} email={user.email} phone={user.telephone} />
      <Panel title="Document" stacked>
        <Facts
          rows={[
            ["Invoice", days.invoice ?? NOT_YET],
            ["Shipping", days.shipping ?? NOT_YET],
            ["Rewards", days.rewards ?? NOT_YET],
            ...(carrier ? [["Carrier", carrier] as [string, string]] : []),
            ...(trackingNumber ? [["Tracking number", trackingNumber] as [string, string]] : []),
          ]}
        />
      </Panel>
      <Panel title="Address" stacked>
        <dl className={styles.facts}>
          <div>
            <dt>Billing</dt>
            <dd>{billing.streetAddress || "None given"}</dd>
          </div>
          <div>
            <dt>Shipping</dt>
            <dd className={styles.text}>
              {[fullName(shipping), ...addressLines(shipping)].filter(Boolean).join("\n")}
            </dd>
          </div>
        </dl>
      </Panel>
    </div>
  );
}
