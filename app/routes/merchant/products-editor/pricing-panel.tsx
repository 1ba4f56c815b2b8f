import { completed } from "~/features/products/fields-schema";
import type { FocusEvent } from "react";
import { Fields } from "~/ui/field/field";
import { SelectField } from "~/ui/field/select-field";
import { TextField } from "~/ui/field/text-field";
import { Panel } from "~/ui/panel/panel";
import { DISCOUNT_TYPES, TAX_CLASSES } from "./choices";
import type { PanelProps } from "./panel-props";

export function PricingPanel({ form, fields }: PanelProps) {
  /** Twelve dollars may be typed as 12. */
  const complete = (name: "amount" | "vatAmount") => (event: FocusEvent<HTMLInputElement>) => {
    const whole = completed(event.target.value);
    if (whole !== event.target.value) form.update({ name, value: whole });
  };
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
          onBlur={complete("amount")}
        />
        <SelectField
          field={fields.discountType}
          label="Discount type"
          optional={false}
          options={DISCOUNT_TYPES}
          hint="The old price is shown struck through."
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
          onBlur={complete("vatAmount")}
        />
      </Fields>
    </Panel>
  );
}
