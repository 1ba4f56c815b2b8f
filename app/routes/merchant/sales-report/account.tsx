import type { SalesReport } from "~/features/sales-report/schema";
import { small, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { Sums } from "~/ui/sums/sums";
import { inWords } from "./period";
import * as styles from "./styles.css";

/**
 * Connects the report with the statement. Sales, refunds and lost disputes make the revenue. The revenue, fees, payouts
 * and payments at collection make the change of the balance. For a whole month, these are the lines of its statement.
 */
export function Account({ account, revenue, since }: Pick<SalesReport, "account" | "revenue" | "since">) {
  const { month, sales, refunds, disputes, deliveryFees, fees, payouts, cash = 0, change } = account;
  const name = month ? inWords(since, { month: "long", year: "numeric" }) : "";
  return (
    <Panel title={month ? `Statement of ${name}` : "Your account in this period"} stacked>
      <div className={styles.account}>
        <Sums
          rows={[
            { label: "Sales", value: dollars(sales) },
            { label: "Refunds", value: dollars(refunds) },
            { label: "Lost disputes", value: dollars(disputes) },
            { label: "Revenue", value: dollars(revenue), total: true },
          ]}
        />
        <Sums
          rows={[
            { label: "Revenue", value: dollars(revenue) },
            ...(deliveryFees === 0 ? [] : [{ label: "Delivery fees", value: dollars(deliveryFees) }]),
            { label: "Fees", value: dollars(fees) },
            { label: "Payouts", value: dollars(payouts) },
            ...(cash === 0 ? [] : [{ label: "Paid to you at collection", value: dollars(cash) }]),
            { label: "Change of your balance", value: dollars(change), total: true },
          ]}
        />
      </div>
      <p className={classNames(small, soft)}>
        {month ? (
          <>
            The same lines are in the{" "}
            <Link to={`/merchant/payments/statements?year=${month.slice(0, 4)}`}>
              statements of {month.slice(0, 4)}
            </Link>{" "}
            and in <Link to={`/merchant/payments/statements/${month}/statement.pdf`}>the PDF of {name}</Link>.
          </>
        ) : (
          <>
            Choose a whole month to compare it with its <Link to="/merchant/payments/statements">statement</Link>.
          </>
        )}
      </p>
    </Panel>
  );
}
