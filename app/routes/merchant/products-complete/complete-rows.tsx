import { useForm, type FieldMetadata } from "@conform-to/react";
import { FIGURES } from "~/features/food-information/typed-food";
import { ALLERGENS, countryOptions, type Allergen } from "~/features/food-information/words";
import type { ManagedProduct } from "~/features/products/schema";
import type { Refused } from "~/session/form.server";
import { visuallyHidden } from "~/styles/layout.css";
import { Disclosure } from "~/ui/disclosure/disclosure";
import { CheckboxGroupField, ChoiceField } from "~/ui/field/choice-field";
import { FieldError, Fields, Hint } from "~/ui/field/field";
import { SelectField } from "~/ui/field/select-field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { TextField } from "~/ui/field/text-field";
import { FormBar } from "~/ui/form-bar/form-bar";
import { FormErrors } from "~/ui/form/form-errors";
import { PostForm } from "~/ui/form/post-form";
import { SubmitButton } from "~/ui/form/submit-button";
import { Link } from "~/ui/link/link";
import { Panel } from "~/ui/panel/panel";
import { FIGURE_LABELS, FOOD_LABELS } from "../products-editor/food-form";
import * as styles from "./styles.css";

/** A product with the fields that it lacks. */
export interface Incomplete extends Pick<ManagedProduct, "_id" | "title"> {
  /** Its missing fields of food information. */
  fields: string[];
  /** Sizes without a net content. */
  sizes: { _id: string; name: string }[];
}

/** The fields that a product lacks, for the form's rows. */
export function incompleteOf({ _id, title, lacks, variants, waiting }: ManagedProduct): Incomplete {
  const fields = lacks.flatMap(({ field }) => (field.startsWith("food.") ? [field.slice(5)] : []));
  const lacking = new Set(lacks.map(({ field }) => field));
  return {
    _id,
    title: waiting?.title ?? title,
    fields,
    sizes: variants.flatMap(({ _id: size, name }, index) =>
      lacking.has(`variants.${index}.content`) ? [{ _id: size, name }] : [],
    ),
  };
}

const TEXTS = ["originCountry", "scientificName", "catchArea", "catchMethod", "harvestCountries"] as const;
const HINTS: Record<string, string> = { harvestCountries: "With commas between them." };
const COUNTRIES = "countries";

interface CompleteRowsProps {
  products: Incomplete[];
  allergens: Allergen[];
  refusal: Refused | undefined;
  idempotencyKey: string;
}

/** The fields of a row. These are types, because conform needs records. */
type FoodFields = Record<(typeof TEXTS)[number] | "ingredients" | "noAllergens" | "allergensConfirmed", string> &
  Record<"contains" | "mayContain", string[]> & { nutrition: Record<string, string> };
type RowForm = { food: FoodFields; contents: Record<string, string> };
type Group<Schema extends Record<string, any>> = FieldMetadata<Schema, any, string[]>;

/** A field for everything that a product lacks. One button saves all that was filled in. */
export function CompleteRows({ products, allergens, refusal, idempotencyKey }: CompleteRowsProps) {
  const [form, fields] = useForm<{ rows: Record<string, RowForm> }>({
    id: "complete",
    lastResult: refusal?.lastResult,
  });
  const rows = fields.rows.getFieldset();
  return (
    <PostForm form={form} noValidate idempotencyKey={idempotencyKey} className={styles.form}>
      <FormErrors form={form} labels={labelsOf(products)} />
      {products.map((product) => {
        const row = rows[`p${product._id}`];
        return row ? (
          <Panel key={product._id} stacked>
            <h2 className={styles.title}>
              <Link to={`/merchant/products/${product._id}/edit`}>{product.title}</Link>
            </h2>
            <RowFields product={product} allergens={allergens} row={row.getFieldset()} />
          </Panel>
        ) : null;
      })}
      <datalist id={COUNTRIES}>
        {countryOptions().map(({ value, label }) => (
          <option key={value}>{label}</option>
        ))}
      </datalist>
      <FormBar>
        <SubmitButton intent="complete">Save what is filled in</SubmitButton>
      </FormBar>
    </PostForm>
  );
}

const label = (name: string) => FOOD_LABELS[`food.${name}`] ?? name;

function labelsOf(products: Incomplete[]): Record<string, string> {
  return Object.fromEntries(
    products.flatMap(({ _id, title, sizes }) => [
      ...Object.entries({ ...FOOD_LABELS, "food.contains": "Allergens", "food.mayContain": "May contain" }).map(
        ([field, name]) => [`rows.p${_id}.${field}`, `${title}, ${name}`],
      ),
      ...sizes.map((size) => [
        `rows.p${_id}.contents.s${size._id}`,
        `${size.name ? `${title}, ${size.name}` : title}, Net content`,
      ]),
    ]),
  ) as Record<string, string>;
}

function RowFields({
  product: { title, fields, sizes },
  allergens,
  row,
}: {
  product: Incomplete;
  allergens: Allergen[];
  row: { food: Group<FoodFields>; contents: Group<Record<string, string>> };
}) {
  const food = row.food.getFieldset();
  const contents = row.contents.getFieldset();
  const of = <span className={visuallyHidden}> of {title}</span>;
  const options = allergens.map((allergen) => ({ value: allergen, label: ALLERGENS[allergen].name }));
  const isAskedBack = food.allergensConfirmed.errors !== undefined || food.allergensConfirmed.initialValue === "on";
  return (
    <>
      {fields.includes("ingredients") ? (
        <TextAreaField
          field={food.ingredients}
          label={
            <>
              {label("ingredients")}
              {of}
            </>
          }
          rows={3}
          optional
          hint="Heaviest first, allergens between stars: Whole *milk*, salt."
        />
      ) : null}
      {fields.includes("allergens") ? (
        <>
          <CheckboxGroupField field={food.contains} label={<>Contains{of}</>} options={options} optional />
          <Disclosure title="May contain">
            <CheckboxGroupField field={food.mayContain} label={<>May contain{of}</>} options={options} optional />
          </Disclosure>
          <ChoiceField field={food.noAllergens} label="It contains none of these" required={false} />
        </>
      ) : null}
      {isAskedBack ? (
        <ChoiceField
          field={food.allergensConfirmed}
          label="The ingredients and the allergens are right as they stand"
          required={false}
        />
      ) : null}
      {fields.includes("nutrition") ? <Nutrition field={food.nutrition} title={title} /> : null}
      <Fields>
        {TEXTS.map((name) => {
          const field = food[name];
          return fields.includes(name) ? (
            <TextField
              key={name}
              field={field}
              label={
                <>
                  {label(name)}
                  {of}
                </>
              }
              hint={HINTS[name]}
              list={name === "originCountry" ? COUNTRIES : undefined}
              optional
              enterKeyHint="next"
            />
          ) : null;
        })}
        {sizes.map((size) => {
          const field = contents[`s${size._id}`];
          return field ? (
            <TextField
              key={size._id}
              field={field}
              label={
                <>
                  Net content{size.name ? `, ${size.name}` : ""}
                  {of}
                </>
              }
              hint="Such as 500 g, 75 cl or 12 pieces."
              optional
              enterKeyHint="next"
            />
          ) : null;
        })}
      </Fields>
    </>
  );
}

function Nutrition({ field, title }: { field: Group<Record<string, string>>; title: string }) {
  const figures = field.getFieldset();
  return (
    <fieldset id={field.id} tabIndex={-1} aria-describedby={field.errorId} className={styles.part}>
      <legend>
        Nutrition<span className={visuallyHidden}> of {title}</span>
      </legend>
      {figures.per ? (
        <SelectField
          field={figures.per}
          label="Figures are per"
          optional={false}
          options={[
            { value: "100g", label: "100 g" },
            { value: "100ml", label: "100 ml" },
          ]}
        />
      ) : null}
      <Fields columns={4}>
        {FIGURES.map((name) => {
          const figure = figures[name];
          return figure ? (
            <TextField
              key={name}
              field={figure}
              label={FIGURE_LABELS[name]}
              optional
              inputMode="decimal"
              enterKeyHint="next"
            />
          ) : null;
        })}
      </Fields>
      <Hint>Fill in all of them but fibre, or none. Of kJ and kcal one is enough.</Hint>
      <FieldError id={field.errorId} error={field.errors} />
    </fieldset>
  );
}
