import { howPaid, takenOutAndBack } from "~/features/collection-payments/words-schema";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { ArrowLeft, Download, Printer } from "~/ui/icon/icons";
import { read } from "~/api/client";
import { addressLines, fullName } from "~/features/accounts/plain-schema";
import { traderContacts, traderLines } from "~/features/stores/trader-words-schema";
import { invoiceTitle } from "~/features/orders/invoice-number-schema";
import { supplyInWords } from "~/features/merchant-orders/supply-schema";
import { dayOf } from "~/routes/shared/times.server";
import { titled } from "~/routes/shared/titles";
import { guarded, orNotFound, sessionOf } from "~/session/session.server";
import { apart, row } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { AddressCard } from "~/ui/address-card/address-card";
import { Button, ButtonLink, MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import { RefundList } from "~/ui/refunded/refunded";
import { OrderList } from "../order-details/order-list";
import * as styles from "./styles.css";

export const meta = titled("Invoice");

export async function loader(args: LoaderFunctionArgs) {
  const session = await sessionOf(args);
  const { storeName, businessAddress } = await session.require("merchant");
  const { data } = await guarded(session, () =>
    orNotFound(read(session.api().product.order.merchant[":id"].$get({ param: { id: args.params["orderId"] ?? "" } }))),
  );
  const {
    _id,
    itemId,
    carts,
    amount,
    refunded,
    vat,
    vatRefunded,
    deliveryFee,
    deliveryFeeRefunded,
    refunds,
    billing,
    shipping,
    paymentMethod,
    onCollection,
    date,
    createdAt,
    cancelledAt,
    trader,
    invoiceNumber,
    suppliedAt,
    delivery,
  } = data;
  return {
    order: {
      _id,
      itemId,
      invoiceNumber,
      carts,
      amount,
      refunded,
      vat,
      vatRefunded,
      deliveryFee,
      deliveryFeeRefunded,
      billing,
      shipping,
      paymentMethod,
      onCollection,
    },
    day: dayOf(session, date ?? createdAt),
    supply: supplyInWords({ suppliedAt, delivery }, (time) => dayOf(session, time)),
    refunds: refunds.map((refund) => ({ ...refund, day: dayOf(session, refund.createdAt) })),
    givenBack: cancelledAt && dayOf(session, cancelledAt),
    seller: { storeName, lines: trader ? [...traderLines(trader), ...traderContacts(trader)] : [businessAddress] },
  };
}

/** Made for printing: only the screen shows the frame around it. */
export default function Invoice() {
  const { order, day, supply, refunds, givenBack, seller } = useLoaderData<typeof loader>();
  const { billing, shipping } = order;
  return (
    <>
      <MoreLink className={styles.screenOnly} to={`/merchant/orders/${order._id}`}>
        <Icon of={ArrowLeft} className={styles.arrow} />
        Back to the order
      </MoreLink>
      <div className={classNames(row, apart)}>
        <div>
          <h1>{invoiceTitle(order)}</h1>
          <p className={soft}>
            {[day, `Order #${order.itemId}`, supply, howPaid(order.paymentMethod, order.onCollection)]
              .filter(Boolean)
              .join(" · ")}
          </p>
        </div>
        <div className={classNames(row, styles.screenOnly)} data-needs-scripts>
          <Button variant="quiet" type="button" data-prints data-with-scripts>
            <Icon of={Printer} /> Print
          </Button>
          <ButtonLink variant="quiet" to={`/merchant/orders/${order._id}/invoice.pdf`}>
            <Icon of={Download} /> PDF
          </ButtonLink>
        </div>
      </div>
      <div className={styles.parties}>
        <AddressCard title="Seller" name={seller.storeName} lines={seller.lines} />
        <AddressCard title="Billing Address" name={fullName(billing)} lines={addressLines(billing)} />
        <AddressCard title="Shipping Address" name={fullName(shipping)} lines={addressLines(shipping)} />
      </div>
      <OrderList {...order} plain />
      {refunds.length > 0 ? (
        <Panel title="Credit notes">
          <RefundList refunds={refunds} />
        </Panel>
      ) : null}
      {givenBack ? (
        <Panel>
          <p>
            This order was called off.{" "}
            {takenOutAndBack(order).back > 0 ? `The amount was given back on ${givenBack}.` : "Nothing was paid."}
          </p>
        </Panel>
      ) : null}
    </>
  );
}
