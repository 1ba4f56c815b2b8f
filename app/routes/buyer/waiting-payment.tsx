import type { ReactNode } from "react";
import { apart, row } from "~/styles/layout.css";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";

interface HeldProps {
  heldUntil: string;
  /** `heldUntil` as people read it. */
  until: string;
}

/** That nothing was paid yet, and how long the goods wait. */
export function WaitingPill({ heldUntil, until }: HeldProps) {
  return <Pill tone="honey">Waiting for payment, held until <time dateTime={heldUntil}>{until}</time></Pill>;
}

/** The payment page has a policy of its own: it is always opened as a new document. */
export function PayNow({ children = "Pay now" }: { children?: ReactNode }) {
  return <ButtonLink to="/checkout/payment" reloadDocument>{children}</ButtonLink>;
}

/** Above a list of orders: the one that is not among them yet, because it is not paid. */
export function WaitingPayment({ _id, itemId, amount, heldUntil, until }: HeldProps & { _id: string; itemId: number; amount: number }) {
  return (
    <Panel stacked title={`Order #${itemId}`} action={<WaitingPill heldUntil={heldUntil} until={until} />}>
      <div className={classNames(row, apart)}>
        <p>{dollars(amount)}. Your goods are set aside, and nothing was charged yet. <MoreLink to={`/customer/order_history/${_id}`}>View details</MoreLink></p>
        <PayNow />
      </div>
    </Panel>
  );
}
