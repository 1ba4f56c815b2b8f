import type { Payout } from "~/features/payouts/schema";
import { num, small, soft } from "~/styles/text.css";
import { Link } from "~/ui/link/link";
import { AfterList } from "~/ui/load-more/load-more";
import { Pagination } from "~/ui/pagination/pagination";
import { Panel } from "~/ui/panel/panel";
import { Pill, type PillTone } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import { Cell, Row, Table } from "~/ui/table/table";

const TONES: Record<Payout["status"], PillTone> = {
  Waiting: "honey",
  "On its way": "honey",
  "Paid out": "leaf",
  "Nothing left": "grey",
};

/** The reason why a payout waits, after the word Waiting. */
const REASONS: Record<Exclude<NonNullable<Payout["waitsFor"]>, "day">, string> = {
  account: "for your payout account",
  dispute: "for the buyer's bank, which asks for this money back",
  reinstatement: "until your stall is open again",
};

interface PayoutsCardProps {
  payouts: (Payout & { day: string; due: string })[];
  /** Whether money can be paid out to the account. */
  ready: boolean;
  page: number;
  pages: number;
  hrefFor: (page: number) => string;
}

/** The payouts to the merchant's account, sent and waiting, one for each part. */
export function PayoutsCard({ payouts, ready, page, pages, hrefFor }: PayoutsCardProps) {
  return (
    <Panel title="Payouts" id="payouts" stacked>
      {ready ? null : (
        <p>
          Your money is kept for you until your payout account is ready.{" "}
          <Link to="/merchant/account_settings#payouts">Set it up in your settings</Link>.
        </p>
      )}
      {payouts.length > 0 ? (
        <Table
          caption="Payouts, newest first"
          layout="orders"
          head={[
            "Order",
            "Arrived",
            "Status",
            { title: "Fee", end: true },
            { title: "Taken back", end: true },
            { title: "Amount", end: true },
          ]}
        >
          {payouts.map(
            ({ _id, orderId, itemId, createdAt, day, dueAt, due, waitsFor, status, fee, netted, reversed, amount }) => (
              <Row key={_id}>
                <Cell place="lead" num>
                  <Link to={`/merchant/orders/${orderId}`}>
                    <b>#{itemId}</b>
                  </Link>
                </Cell>
                <Cell label="Arrived">
                  <time dateTime={createdAt} className={num}>
                    {day}
                  </time>
                </Cell>
                <Cell place="status">
                  <Pill tone={TONES[status]}>{status}</Pill>
                  {waitsFor === "day" ? (
                    <p className={small}>
                      until <time dateTime={dueAt}>{due}</time>
                    </p>
                  ) : waitsFor ? (
                    <p className={small}>{REASONS[waitsFor]}</p>
                  ) : null}
                </Cell>
                <Cell label="Fee" end num>
                  {dollars(fee)}
                  {netted ? <p className={small}>and {dollars(netted)} for what was paid to you</p> : null}
                </Cell>
                <Cell label="Taken back" end num>
                  {reversed > 0 ? dollars(-reversed) : "–"}
                </Cell>
                <Cell label="Amount" end num>
                  <b>{dollars(amount)}</b>
                </Cell>
              </Row>
            ),
          )}
        </Table>
      ) : (
        <p className={soft}>What you sell is paid out once it has arrived, and listed here.</p>
      )}
      {pages > 1 ? (
        <AfterList>
          <Pagination page={page} pages={pages} hrefFor={hrefFor} label="Pages of payouts" inPlace />
        </AfterList>
      ) : null}
    </Panel>
  );
}
