import { toCents } from "~/features/fields";
import type { OperatorOrder } from "~/features/payments/operator-schema";
import { FeeChoice } from "~/routes/shared/refund-choice/fee-choice";
import { LineFigures } from "~/routes/shared/refund-choice/line-figures";
import { stack } from "~/styles/layout.css";
import { Button } from "~/ui/button/button";
import { Field, Select } from "~/ui/field/field";
import { QueryForm } from "~/ui/form/query-form";
import { Panel } from "~/ui/panel/panel";
import { dollars } from "~/ui/price/money";
import { ALL, PIECES, type OrderChoice } from "./choice";
import * as styles from "./styles.css";

interface ChooseFormProps {
  path: string;
  /** The parts that are not yet refunded in full, and their lines. */
  parts: OperatorOrder["parts"];
  lines: OperatorOrder["carts"];
  choice: Omit<OrderChoice, "asked">;
  /** Whether the page shows the sums of the choice below. */
  summed: boolean;
}

const leftOf = (parts: OperatorOrder["parts"]) =>
  parts.reduce((sum, part) => {
    const isUnsent = part.statusText === "Processing";
    return sum + toCents(part.amount) - toCents(part.refunded) + (isUnsent ? toCents(feeLeftOf([part])) : 0);
  }, 0) / 100;

/** The delivery fees of these parts that are not yet refunded, in dollars. */
const feeLeftOf = (parts: OperatorOrder["parts"]) =>
  parts.reduce((sum, part) => sum + toCents(part.deliveryFee) - toCents(part.deliveryFeeRefunded), 0) / 100;

/** The choice of everything that is left, the rest of one part, or single pieces. It is answered with the sums. */
export function ChooseForm({ path, parts, lines, choice, summed }: ChooseFormProps) {
  const { what, typed, problems, deliveryFee } = choice;
  const error = problems.find(({ field }) => field === "what")?.message;
  const options = [
    ...(parts.length > 1 ? [{ value: ALL, label: `Everything that is left: ${dollars(leftOf(parts))}` }] : []),
    ...parts.map((part) => ({
      value: part._id,
      label: `${part.refunded > 0 ? `What is left of ${part.storeName}` : part.storeName}: ${dollars(leftOf([part]))}`,
    })),
    { value: PIECES, label: "Single pieces or amounts, as entered below" },
  ];
  return (
    // The form's answer opens at `#refund`: here, or at the sums below.
    <Panel title="Refund" id={summed ? undefined : "refund"} stacked>
      <p>
        The buyer gets the money back to the card. Goods that were not sent yet are for sale again. Before anything goes
        back you see what it comes to, and who bears it.
      </p>
      <QueryForm key={`${what} ${deliveryFee} ${JSON.stringify(typed)}`} action={`${path}#refund`} className={stack}>
        <Field id="what" label="What" {...(error && { error })}>
          <Select
            id="what"
            name="what"
            defaultValue={what}
            placeholder="Choose …"
            options={options}
            required
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? "what-error" : undefined}
          />
        </Field>
        <fieldset className={styles.pieces}>
          <legend>Single pieces or amounts</legend>
          <div className={stack}>
            <LineFigures lines={lines} choice={choice} />
          </div>
        </fieldset>
        <FeeChoice fee={feeLeftOf(parts)} isChosen={deliveryFee} />
        <div>
          <Button variant="quiet">Show the sums</Button>
        </div>
      </QueryForm>
    </Panel>
  );
}
