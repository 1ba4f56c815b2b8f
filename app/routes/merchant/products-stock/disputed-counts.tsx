import type { Refused } from "~/session/form.server";
import { stack } from "~/styles/layout.css";
import { BothValues } from "~/ui/both-values/both-values";
import { PlainForm } from "~/ui/form/plain-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Panel } from "~/ui/panel/panel";
import { rowName, typedMark, type Stocked } from "./stock-rows";

/** A count that was not saved, because someone else had set the stock since. */
export interface Dispute {
  product: Stocked;
  typed: string;
}

interface DisputedCountsProps {
  disputes: Dispute[];
  /** The answer that fills the form in again, such as after a session that ended. */
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** The counts of two people, product by product. The choice is posted as a new count. */
export function DisputedCounts({ disputes, refusal, idempotencyKey }: DisputedCountsProps) {
  const rows = refusal?.lastResult.initialValue?.["rows"] as Record<string, { quantity?: string }> | undefined;
  return (
    <Panel title="Counted twice" id="disputed" stacked>
      <p role="alert">Somebody else has set the stock since you opened this page. Choose which figure holds.</p>
      <PlainForm idempotencyKey={idempotencyKey} className={stack}>
        {disputes.map(({ product, typed }) => {
          const row = `rows.${rowName(product)}`;
          const [stock, mark] = [String(product.quantity), typedMark(product)];
          return (
            <div key={product._id}>
              <input type="hidden" name={`${row}.before`} value={stock} />
              <input type="hidden" name={`${row}.version`} value={product.stockVersion} />
              <input type="hidden" name={`${row}.mark`} value={mark} />
              <input type="hidden" name={`${row}.markBefore`} value={mark} />
              <BothValues
                label={product.title}
                name={`${row}.quantity`}
                typed={typed}
                saved={stock}
                values={{ typed, saved: stock }}
                choice={rows?.[rowName(product)]?.quantity}
              />
            </div>
          );
        })}
        <SubmitButton intent="stock">Save the choice</SubmitButton>
      </PlainForm>
    </Panel>
  );
}
