import type { MerchantDetails } from "~/features/payouts/merchant-schema";
import { PAYOUT_STATUS } from "~/routes/shared/payout-status";
import { Panel } from "~/ui/panel/panel";
import { Pill } from "~/ui/pill/pill";
import { dollars } from "~/ui/price/money";
import * as styles from "../operator.css";

/** The balance that the marketplace owes a merchant, and whether it can be paid out. */
export function Money({
  balance,
  account,
}: {
  balance: MerchantDetails["balance"];
  account: MerchantDetails["payoutAccount"];
}) {
  const { label, tone } = PAYOUT_STATUS[account.status];
  return (
    <Panel title="Balance" action={account.enabled ? <Pill tone={tone}>Payouts: {label}</Pill> : undefined} stacked>
      <dl className={styles.terms}>
        <dt>Sold</dt>
        <dd>{dollars(balance.sold)}</dd>
        <dt>Given back</dt>
        <dd>{dollars(balance.givenBack)}</dd>
        {balance.fees !== 0 ? (
          <>
            <dt>Fees</dt>
            <dd>{dollars(balance.fees)}</dd>
          </>
        ) : null}
        {account.enabled || balance.paidOut !== 0 ? (
          <>
            <dt>Paid out</dt>
            <dd>{dollars(balance.paidOut)}</dd>
          </>
        ) : null}
        {balance.paidToYou ? (
          <>
            <dt>Paid to the stall at collection</dt>
            <dd>{dollars(balance.paidToYou)}</dd>
          </>
        ) : null}
        <dt>Owed</dt>
        <dd>
          <b>{dollars(balance.owed)}</b>
        </dd>
        {account.problem ? (
          <>
            <dt>Payout account</dt>
            <dd>{account.problem}</dd>
          </>
        ) : null}
      </dl>
    </Panel>
  );
}
