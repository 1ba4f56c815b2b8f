import type { FieldMetadata } from "@conform-to/react";
import { ArrowUp, Plus, Trash2 } from "~/ui/icon/icons";
import { row } from "~/styles/layout.css";
import { soft } from "~/styles/text.css";
import { Button } from "~/ui/button/button";
import { FieldError, Fields } from "~/ui/field/field";
import { MOST_SIZES, TOO_MANY_SIZES } from "~/features/products/schema";
import { MOST_MARGIN, USUAL_MARGIN } from "~/features/products/weighed-schema";
import { SelectField } from "~/ui/field/select-field";
import { TextField } from "~/ui/field/text-field";
import { Icon } from "~/ui/icon/icon";
import { FoldedPanel } from "~/ui/panel/folded-panel";
import { hasErrors, sizesSummary } from "./fold-summaries";
import { NEW_SIZE, type EditorFields, type SizeFields } from "./fields-of";
import { StockFields } from "./inventory-panel";
import type { EditorForm, PanelProps } from "./panel-props";
import { moveUp } from "./size-order";
import * as styles from "./styles.css";

type SoldFields = {
  [Name in "content" | "drained" | "soldBy" | "margin"]: FieldMetadata<string, EditorFields, string[]>;
};

const SOLD_BY = [
  { value: "piece", label: "By the piece" },
  { value: "weight", label: "By weight, weighed at packing" },
];

/** The amount of goods in a piece. */
export function ContentField({ field }: { field: SoldFields["content"] }) {
  return (
    <TextField
      field={field}
      label="Net content"
      optional
      enterKeyHint="next"
      hint="Such as 500 g, 1.5 kg, 75 cl or 12 pieces. Buyers see the price per kg or l."
    />
  );
}

/** Whether a size is sold by the piece or by weight, and its drained weight. */
export function WeighingFields({ fields }: { fields: Omit<SoldFields, "content"> }) {
  return (
    <>
      <SelectField
        field={fields.soldBy}
        label="Sold"
        optional={false}
        options={SOLD_BY}
        hint="By weight, the price above is of a kilo or pound, and the net content is a piece’s usual weight."
      />
      <TextField
        field={fields.margin}
        label="Margin in percent"
        optional
        inputMode="numeric"
        enterKeyHint="next"
        hint={`Only by weight: from 0 to ${MOST_MARGIN} more than usual can be paid for at most. Empty: ${USUAL_MARGIN}.`}
      />
      <TextField
        field={fields.drained}
        label="Drained weight"
        optional
        enterKeyHint="next"
        hint="Of goods in a liquid, such as 240 g."
      />
    </>
  );
}

/**
 * The sizes besides the first, which is in the form itself: the same fields for each. Add, remove and move are submits
 * that keep the form.
 */
export function SizesPanel({ form, fields }: { form: EditorForm; fields: PanelProps["fields"] }) {
  const rows = fields.sizes.getFieldList();
  return (
    <FoldedPanel title="Sizes" summary={sizesSummary(fields)} open={rows.length > 0 || hasErrors([fields.sizes])}>
      {rows.length === 0 ? (
        <p>It is sold in one size. Add others, such as a larger bag, each with its own price and stock.</p>
      ) : (
        <TextField
          field={fields.sizeName}
          label="Name of the first size"
          optional={false}
          enterKeyHint="next"
          hint="The size that price, content and stock above are about, such as 500 g bag."
        />
      )}
      <FieldError id={fields.sizes.errorId} error={fields.sizes.errors} />
      <input type="hidden" name={fields.sizeId.name} value={fields.sizeId.initialValue ?? ""} />
      {rows.map((size, index) => (
        <SizeRows key={size.key} size={size.getFieldset()} number={index + 2}>
          <Button variant="quiet" type="submit" name="intent" value={moveUp(index)} formNoValidate>
            <Icon of={ArrowUp} /> Move size {index + 2} up
          </Button>
          <Button variant="quiet" {...form.remove.getButtonProps({ name: fields.sizes.name, index })}>
            <Icon of={Trash2} /> Remove size {index + 2}
          </Button>
        </SizeRows>
      ))}
      {rows.length < MOST_SIZES - 1 ? (
        <Button variant="quiet" {...form.insert.getButtonProps({ name: fields.sizes.name, defaultValue: NEW_SIZE })}>
          <Icon of={Plus} /> Add size
        </Button>
      ) : (
        <p className={soft}>{TOO_MANY_SIZES}</p>
      )}
    </FoldedPanel>
  );
}

interface SizeRowsProps {
  size: { [Name in keyof SizeFields]: FieldMetadata<SizeFields[Name], EditorFields, string[]> };
  number: number;
  children: React.ReactNode;
}

const HIDDEN = ["id", "quantityBefore", "stockVersion", "lowStockBefore"] as const;

function SizeRows({ size, number, children }: SizeRowsProps) {
  const decimal = { prefix: "$", inputMode: "decimal", enterKeyHint: "next", "data-completes-price": "" } as const;
  return (
    <fieldset className={styles.size}>
      <legend>Size {number}</legend>
      <Fields>
        <TextField field={size.name} label="Name" optional={false} enterKeyHint="next" />
        <TextField field={size.amount} label="Price" optional={false} {...decimal} />
        <ContentField field={size.content} />
        <WeighingFields fields={size} />
        <StockFields fields={size} />
        <TextField field={size.vatAmount} label="VAT amount" optional {...decimal} />
      </Fields>
      {HIDDEN.map((name) => (
        <input key={name} type="hidden" name={size[name].name} value={size[name].initialValue ?? ""} />
      ))}
      <div className={row}>{children}</div>
    </fieldset>
  );
}
