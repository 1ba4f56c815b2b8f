import type { OperatorOrder } from "~/features/operators/schema";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";
import * as styles from "../operator.css";

interface RefundsProps {
  refunds: (OperatorOrder["refunds"][number] & { done: string | null })[];
  parts: OperatorOrder["parts"];
}

export function Refunds({ refunds, parts }: RefundsProps) {
  return (
    <Panel title="Refunds">
      <Table caption="Money given back, oldest first" layout="orders" head={["Of", "Reason", "Status", { title: "Amount", end: true }]}>
        {refunds.map(({ _id, amount, reason, partId, doneAt, done }) => (
          <Row key={_id}>
            <Cell place="lead"><b>{parts.find((part) => part._id === partId)?.storeName ?? "The order"}</b></Cell>
            <Cell label="Reason" className={styles.breaking}>{reason}</Cell>
            <Cell place="status">{doneAt ? <><Pill tone="leaf">Refunded</Pill> <time dateTime={doneAt}>{done}</time></> : <Pill tone="honey">On its way</Pill>}</Cell>
            <Cell label="Amount" end num>{dollars(amount)}</Cell>
          </Row>
        ))}
      </Table>
    </Panel>
  );
}
