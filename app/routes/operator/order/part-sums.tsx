import type { RefundSums } from "~/features/refunds/schema";
import * as styles from "~/routes/shared/refund-choice/styles.css";
import { stack } from "~/styles/layout.css";
import { dollars } from "~/ui/price/money";
import { Sums } from "~/ui/sums/sums";

/** The sums of a refund of one merchant's part, and who bears them. */
export function PartSums({ sums, storeName }: { sums: RefundSums; storeName: string }) {
  return (
    <div className={stack}>
      <h3>{storeName}</h3>
      <div className={styles.sums}>
        <Sums
          rows={[
            ...sums.lines.map(({ what, amount }) => ({ label: what, value: dollars(amount) })),
            ...(sums.delivery > 0 ? [{ label: "Delivery fee", value: dollars(sums.delivery) }] : []),
            { label: "The buyer gets back", value: dollars(sums.amount), total: true },
            ...(sums.vat > 0 ? [{ label: "of which VAT", value: dollars(sums.vat) }] : []),
            { label: "Of it our fee, which we give up", value: dollars(sums.feeGivenBack) },
            { label: `Of it borne by ${storeName}`, value: dollars(sums.merchantBears) },
            { label: "Left of the part then", value: dollars(sums.left) },
          ]}
        />
      </div>
      <p>
        {sums.isPaidOut
          ? `${storeName} was sent the money for it already: ${dollars(sums.takenBack)} is taken back from its payout account, and owed by it where that is empty.`
          : `${storeName} was not sent the money for it yet, and is owed ${dollars(sums.merchantBears)} less.`}
      </p>
    </div>
  );
}
