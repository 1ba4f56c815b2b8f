import type { FieldMetadata, FormMetadata } from "@conform-to/react";
import { Plus, Trash2 } from "~/ui/icon/icons";
import { TimesPanel } from "~/routes/shared/way-times/times-panel";
import { Button } from "~/ui/button/button";
import { ChoiceField } from "~/ui/field/choice-field";
import { Fields } from "~/ui/field/field";
import { SelectField } from "~/ui/field/select-field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { TextField } from "~/ui/field/text-field";
import { SubmitButton } from "~/ui/form/submit-button";
import { Icon } from "~/ui/icon/icon";
import { Panel } from "~/ui/panel/panel";
import type { TypedWay } from "./way-form";
import * as styles from "./styles.css";

/** A product as a row of the form. */
export interface FoundProduct {
  product: string;
  title: string;
}

interface WayFieldsProps {
  /** Whether the market lets buyers pay at collection. */
  isPayingThereAllowed: boolean;
  form: FormMetadata<TypedWay, string[]>;
  fields: Required<{ [Name in keyof TypedWay]: FieldMetadata<TypedWay[Name], TypedWay, string[]> }>;
}

const KINDS = [
  { value: "collection", label: "Collection at a place" },
  { value: "delivery", label: "Delivery into an area" },
  { value: "carrier", label: "Carrier" },
];

/** The labels of the fields in the summary of errors. */
export const WAY_LABELS = {
  kind: "What it is",
  name: "Name",
  isPaidThere: "Buyers can pay when they collect",
  address: "Address",
  directions: "Directions",
  area: "Postcodes and towns",
  daysOff: "Days off",
  fee: "Fee",
  freeFrom: "Free from",
  leastOrder: "Least order",
  products: "Products",
};

/** The kind of a delivery method, its place or area, its price, its products and its times. */
export function WayFields({
  form,
  fields,
  matches,
  isPayingThereAllowed,
}: WayFieldsProps & { matches: FoundProduct[] | null }) {
  return (
    <>
      <Panel title="What it is" stacked>
        <Fields>
          <SelectField field={fields.kind} label="What it is" options={KINDS} />
          <TextField
            field={fields.name}
            label="Name"
            hint="Buyers read it, for example Town Hall Market."
            enterKeyHint="next"
          />
        </Fields>
        <ChoiceField field={fields.active} label="Buyers can choose it" required={false} />
        {isPayingThereAllowed ? (
          <ChoiceField
            field={fields.isPaidThere}
            label="Buyers can pay when they collect"
            hint="Of a collection. You take the money and give change as you hand over."
            required={false}
          />
        ) : fields.isPaidThere.initialValue ? (
          <input type="hidden" name={fields.isPaidThere.name} value="on" />
        ) : null}
        <TextField field={fields.address} label="Address" hint="Of a collection: where." optional full />
        <TextField
          field={fields.directions}
          label="Directions"
          hint="How to find you, and what to bring."
          optional
          full
        />
        <TextAreaField
          field={fields.area}
          label="Postcodes and towns"
          hint="Of a delivery. 05401-05408 is a range, SW1A* a beginning; one a line, or with commas."
          optional
        />
      </Panel>
      <Panel title="What it costs" stacked>
        <p>Amounts are in dollars, for what a buyer orders from you at once. Leave a field empty for none.</p>
        <Fields>
          <TextField field={fields.fee} label="Fee" hint="The price of this way." inputMode="decimal" optional />
          <TextField
            field={fields.freeFrom}
            label="Free from"
            hint="From this sum on it costs nothing."
            inputMode="decimal"
            optional
          />
          <TextField
            field={fields.leastOrder}
            label="Least order"
            hint="Smaller orders cannot go this way."
            inputMode="decimal"
            optional
          />
        </Fields>
      </Panel>
      <ProductsPanel form={form} field={fields.products} find={fields.find} matches={matches} />
      <TimesPanel form={form} field={fields.times}>
        In the marketplace’s time. A carrier comes without times. A row without a time is left out.
      </TimesPanel>
      <Panel title="Days off" stacked>
        <TextAreaField
          field={fields.daysOff}
          label="Days off"
          hint="Days without the weekly times, such as 2026-12-26; one a line."
          optional
        />
      </Panel>
    </>
  );
}

interface ProductsPanelProps {
  form: WayFieldsProps["form"];
  field: WayFieldsProps["fields"]["products"];
  find: WayFieldsProps["fields"]["find"];
  /** The products found by a search. Null if nothing was searched for. */
  matches: FoundProduct[] | null;
}

/** The products for which the delivery method is offered: all of the stall, or only those that were added. */
function ProductsPanel({ form, field, find, matches }: ProductsPanelProps) {
  const rows = field.getFieldList();
  const limitedTo = rows.map((row) => row.getFieldset().product.value);
  const open = matches?.filter(({ product }) => !limitedTo.includes(product));
  return (
    <Panel title="For which products" stacked>
      <p>{rows.length > 0 ? "Only these go this way:" : "All of your products go this way. Add some to limit it."}</p>
      {rows.map((row, index) => {
        const { product, title } = row.getFieldset();
        return (
          <div key={row.key} className={styles.product}>
            <input type="hidden" name={product.name} defaultValue={product.initialValue} />
            <input type="hidden" name={title.name} defaultValue={title.initialValue} />
            <b>{title.initialValue}</b>
            <Button variant="quiet" {...form.remove.getButtonProps({ name: field.name, index })}>
              <Icon of={Trash2} /> Remove {title.initialValue}
            </Button>
          </div>
        );
      })}
      <TextField field={find} label="Find a product" hint="A part of its title." optional />
      <div>
        <SubmitButton variant="quiet" intent="find" formNoValidate>
          Find
        </SubmitButton>
      </div>
      {open?.map((row) => (
        <Button
          key={row.product}
          variant="quiet"
          {...form.insert.getButtonProps({ name: field.name, defaultValue: row })}
        >
          <Icon of={Plus} /> Add {row.title}
        </Button>
      ))}
      {open?.length === 0 ? <p role="status">No other product of yours has this in its title.</p> : null}
    </Panel>
  );
}
