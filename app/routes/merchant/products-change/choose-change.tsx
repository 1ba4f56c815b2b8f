import { row, stack, visuallyHidden } from "~/styles/layout.css";
import { small, soft } from "~/styles/text.css";
import { Button } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { Field, Fields, Input, Select, type Option } from "~/ui/field/field";
import { QueryForm } from "~/ui/form/query-form";
import { Panel } from "~/ui/panel/panel";
import { WHATS, type Mistake, type Typed } from "./wanted-change";

interface ChooseChangeProps {
  products: string[];
  typed: Typed;
  mistake: Mistake | null;
  categories: Option[];
}

const ROUNDED: Option[] = [
  { value: "0.01", label: "To the cent" },
  { value: "0.05", label: "To 5 cents" },
  { value: "0.10", label: "To 10 cents" },
  { value: "0.50", label: "To 50 cents" },
  { value: "1.00", label: "To whole dollars" },
];

/** The choice of a change to the products. Each button leads to a preview, where nothing is changed yet. */
export function ChooseChange({ products, typed, mistake, categories }: ChooseChangeProps) {
  const at = (field: Mistake["field"]) =>
    mistake?.field === field
      ? { error: mistake.message, control: { "aria-invalid": true, "aria-describedby": `${field}-error` } as const }
      : { error: undefined, control: {} };
  return (
    <QueryForm className={stack} action="/merchant/products/change">
      {products.map((product) => (
        <input key={product} type="hidden" name="product" value={product} />
      ))}
      <Panel title="Price" stacked>
        <Fields columns={3}>
          <Field id="way" label="Prices go">
            <Select
              id="way"
              name="way"
              defaultValue={typed.way}
              options={[
                { value: "up", label: "Up by" },
                { value: "down", label: "Down by" },
              ]}
            />
          </Field>
          <Field id="percent" label="Per cent" error={at("percent").error}>
            <Input
              id="percent"
              name="percent"
              inputMode="decimal"
              maxLength={5}
              defaultValue={typed.percent}
              {...at("percent").control}
            />
          </Field>
          <Field id="roundTo" label="Rounded">
            <Select id="roundTo" name="roundTo" defaultValue={typed.roundTo} options={ROUNDED} />
          </Field>
        </Fields>
        <p className={classNames(small, soft)}>
          The price before any discount. What lies in the middle when it is rounded goes up.
        </p>
        <Button name="what" value="price">
          See the new prices
        </Button>
      </Panel>
      <Panel title="Stock" stacked>
        <Fields>
          <Field id="how" label="Stock">
            <Select
              id="how"
              name="how"
              defaultValue={typed.how}
              options={[
                { value: "set", label: "Set to" },
                { value: "add", label: "Add" },
                { value: "take", label: "Take away" },
              ]}
            />
          </Field>
          <Field id="pieces" label="Pieces" error={at("pieces").error}>
            <Input
              id="pieces"
              name="pieces"
              inputMode="numeric"
              maxLength={6}
              defaultValue={typed.pieces}
              {...at("pieces").control}
            />
          </Field>
        </Fields>
        <Button variant="quiet" name="what" value="stock">
          See the new stock
        </Button>
      </Panel>
      <Panel title="Category" stacked>
        <Field id="category" label="Category" error={at("category").error}>
          <Select
            id="category"
            name="category"
            defaultValue={typed.category}
            placeholder="Choose a category"
            options={categories}
            {...at("category").control}
          />
        </Field>
        <Button variant="quiet" name="what" value="category">
          See what moves
        </Button>
      </Panel>
      <Panel title="On sale" stacked>
        <p>A draft is on sale once our team has looked it over. What leaves the shop is a draft again.</p>
        <div className={row}>
          {(["on", "off", "delete"] as const).map((kind) => (
            <Button key={kind} variant="quiet" name="what" value={kind}>
              {WHATS[kind]}
              <span className={visuallyHidden}>: see what it does</span>
            </Button>
          ))}
        </div>
      </Panel>
    </QueryForm>
  );
}
