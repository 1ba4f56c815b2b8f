import type { ReactNode } from "react";
import { apart, row } from "~/styles/layout.css";
import { num } from "~/styles/text.css";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";

export interface Held {
  heldUntil: string;
  /** `heldUntil` in words. */
  until: string;
}

export function HeldUntil({ heldUntil, until }: Held) {
  return (
    <>
      held until{" "}
      <time className={num} dateTime={heldUntil}>
        {until}
      </time>
    </>
  );
}

export function WaitingPill() {
  return <Pill tone="honey">Waiting for payment</Pill>;
}

/** The payment page has its own content security policy, so it always opens as a new document. */
export function PayNow({ children = "Pay now" }: { children?: ReactNode }) {
  return <ButtonLink to="/checkout/payment">{children}</ButtonLink>;
}

/** Shows the unpaid order above the list of orders, which does not contain it yet. */
export function WaitingPayment({
  _id,
  itemId,
  amount,
  ...hold
}: Held & { _id: string; itemId: number; amount: number }) {
  return (
    <Panel stacked title={`Order #${itemId}`} action={<WaitingPill />}>
      <div className={classNames(row, apart)}>
        <p>
          <b>{dollars(amount)}</b>, <HeldUntil {...hold} />. Nothing was charged yet.{" "}
          <MoreLink to={`/customer/order_history/${_id}`}>View details</MoreLink>
        </p>
        <PayNow />
      </div>
    </Panel>
  );
}
