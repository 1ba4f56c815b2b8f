import { Fields } from "~/ui/field/field";
import { SelectField } from "~/ui/field/select-field";
import { TextField } from "~/ui/field/text-field";
import { Panel } from "~/ui/panel/panel";
import { DISCOUNT_TYPES, TAX_CLASSES } from "./choices";
import { hasErrors, priceSummary } from "./fold-summaries";
import type { PanelProps } from "./panel-props";
import { ContentField, WeighingFields } from "./sizes-panel";
import * as styles from "./styles.css";

/** The price and the content that it buys. Fields that few products need are folded. */
export function PricingPanel({ fields }: Pick<PanelProps, "fields">) {
  const { soldBy, margin, drained, discountType, discountPercentage, taxClass, vatAmount } = fields;
  return (
    <Panel title="Pricing" stacked>
      <Fields>
        <TextField
          field={fields.amount}
          label="Price"
          optional={false}
          prefix="$"
          inputMode="decimal"
          enterKeyHint="next"
          hint="In dollars, for example 3.50."
          data-completes-price
        />
        <ContentField field={fields.content} />
      </Fields>
      <details
        className={styles.part}
        open={hasErrors([soldBy, margin, drained, discountType, discountPercentage, taxClass, vatAmount])}
      >
        <summary>
          Weighing, discount and tax<span className={styles.foldSummary}>{priceSummary(fields)}</span>
        </summary>
        <div className={styles.partBody}>
          <Fields>
            <WeighingFields fields={fields} />
            <SelectField
              field={discountType}
              label="Discount type"
              optional={false}
              options={DISCOUNT_TYPES}
              hint="The lowest price of the 30 days before the discount is shown struck through, where it is higher."
            />
            <TextField
              field={discountPercentage}
              label="Discount percentage"
              optional
              inputMode="numeric"
              enterKeyHint="next"
            />
            <SelectField field={taxClass} label="Tax class" optional={false} options={TAX_CLASSES} />
            <TextField
              field={vatAmount}
              label="VAT amount"
              optional
              prefix="$"
              inputMode="decimal"
              enterKeyHint="next"
              data-completes-price
            />
          </Fields>
        </div>
      </details>
    </Panel>
  );
}
