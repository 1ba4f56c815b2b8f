import type { OperatorOrder } from "~/features/payments/operator-schema";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import * as shared from "../operator.css";
import * as styles from "./styles.css";

type Refund = OperatorOrder["refunds"][number] & { done: string | null };

interface RefundsProps {
  refunds: Refund[];
  parts: OperatorOrder["parts"];
}

/** Refunds that were made, are on their way or have failed, and money that a bank has taken. */
export function Refunds({ refunds, parts }: RefundsProps) {
  return (
    <Panel title="Refunds">
      <Table
        caption="Money given back, oldest first"
        layout="orders"
        head={["Of", "Reason", "Status", { title: "Amount", end: true }]}
      >
        {refunds.map((refund) => (
          <Row key={refund._id}>
            <Cell place="lead">
              <b>{parts.find((part) => part._id === refund.partId)?.storeName ?? "The order"}</b>
              {refund.lines.length > 0 || refund.deliveryFee > 0 ? (
                <>
                  <br />
                  <span className={classNames(small, soft)}>
                    {[
                      ...refund.lines.map(({ title, quantity, amount }) =>
                        quantity > 0 ? `${quantity} × ${title}` : `${dollars(amount)} of ${title}`,
                      ),
                      ...(refund.deliveryFee > 0 ? [`delivery fee of ${dollars(refund.deliveryFee)}`] : []),
                    ].join(", ")}
                  </span>
                </>
              ) : null}
            </Cell>
            <Cell label="Reason" className={shared.breaking}>
              {refund.reason}
            </Cell>
            <Cell place="status">
              <State {...refund} />
            </Cell>
            <Cell label="Amount" end num>
              {dollars(refund.amount)}
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}

function State({ doneAt, done, failed, failedAt, origin, otherWay, providerStatus, state }: Refund) {
  if (doneAt && origin === "dispute")
    return (
      <>
        <Pill tone="tomato">Lost</Pill> <time dateTime={doneAt}>{done}</time>
      </>
    );
  if (otherWay)
    return (
      <>
        <Pill tone="leaf">Given back</Pill>
        <p className={classNames(small, styles.why)}>
          Another way, on <time dateTime={otherWay.day}>{otherWay.day}</time>: {otherWay.how}
        </p>
      </>
    );
  if (state === "waits_for_buyer")
    return (
      <>
        <Pill tone="honey">Waits for the buyer</Pill>
        <p className={classNames(small, styles.why)}>The provider has asked them where the money is to go.</p>
      </>
    );
  if (doneAt && state === "refunded")
    return (
      <>
        <Pill tone="leaf">Refunded</Pill> <time dateTime={doneAt}>{done}</time>
      </>
    );
  if (failed === null) return <Pill tone="honey">On its way</Pill>;
  return (
    <>
      <Pill tone="tomato">Failed</Pill>
      <p className={classNames(small, styles.why)}>
        {failedAt ? (
          <>
            {providerStatus === "canceled" ? "Canceled at the provider" : "It came back"}: {failed}.{" "}
            <a href="#open-refund">See to it</a>
          </>
        ) : (
          <>
            The buyer has not got the money: {failed} <Link to="/operator/jobs">Try it again under Jobs</Link>
          </>
        )}
      </p>
    </>
  );
}
