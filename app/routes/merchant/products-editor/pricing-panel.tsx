import { Fields } from "~/ui/field/field";
import { SelectField } from "~/ui/field/select-field";
import { TextField } from "~/ui/field/text-field";
import { Panel } from "~/ui/panel/panel";
import { DISCOUNT_TYPES, TAX_CLASSES } from "./choices";
import type { PanelProps } from "./panel-props";
import { ContentFields } from "./sizes-panel";

export function PricingPanel({ fields }: Pick<PanelProps, "fields">) {
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
        <ContentFields fields={fields} />
        <SelectField
          field={fields.discountType}
          label="Discount type"
          optional={false}
          options={DISCOUNT_TYPES}
          hint="The lowest price of the 30 days before the discount is shown struck through, where it is higher."
        />
        <TextField
          field={fields.discountPercentage}
          label="Discount percentage"
          optional
          inputMode="numeric"
          enterKeyHint="next"
        />
        <SelectField field={fields.taxClass} label="Tax class" optional={false} options={TAX_CLASSES} />
        <TextField
          field={fields.vatAmount}
          label="VAT amount"
          optional
          prefix="$"
          inputMode="decimal"
          enterKeyHint="next"
          data-completes-price
        />
      </Fields>
    </Panel>
  );
}
