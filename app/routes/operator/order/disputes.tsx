import type { OperatorOrder } from "~/features/payments/operator-schema";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import { DISPUTES } from "../statuses";
import * as shared from "../operator.css";

type Dispute = OperatorOrder["disputes"][number] & { since: string; ended: string | null };

const WHAT_IT_MEANS: Record<Dispute["status"], string> = {
  warning: "Nothing was taken yet. Answer in the provider's dashboard; payouts of this order wait.",
  open: "Answer in the provider's dashboard before the date that stands there; payouts of this order wait.",
  won: "The money stays with the marketplace.",
  lost: "The bank has taken the money for good.",
  closed: "Nothing was taken.",
};

/** The payments of the order that a bank asks back: since when, why, and how it ended. */
export function Disputes({ disputes }: { disputes: Dispute[] }) {
  return (
    <Panel title="Disputes">
      <Table
        caption="What the buyer's bank asks back, oldest first"
        layout="orders"
        head={["Since", "What it means", "Status", "The bank's reason", { title: "Amount", end: true }]}
      >
        {disputes.map(({ _id, createdAt, since, endedAt, ended, reason, status, amount }) => (
          <Row key={_id}>
            <Cell place="lead">
              <b>
                <time dateTime={createdAt}>{since}</time>
              </b>
              <br />
              <span className={classNames(small, soft)}>{_id}</span>
            </Cell>
            <Cell label="What it means" className={shared.breaking}>
              {WHAT_IT_MEANS[status]}
              {endedAt ? (
                <>
                  {" "}
                  Ended <time dateTime={endedAt}>{ended}</time>.
                </>
              ) : null}
            </Cell>
            <Cell place="status">
              <Pill tone={DISPUTES[status].tone}>{DISPUTES[status].label}</Pill>
            </Cell>
            <Cell label="The bank's reason" className={shared.breaking}>
              {reason.replaceAll("_", " ")}
            </Cell>
            <Cell label="Amount" end num>
              {dollars(amount)}
            </Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}
