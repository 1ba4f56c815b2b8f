import type { ReactNode } from "react";
import { getFieldsetProps, type FieldMetadata } from "@conform-to/react";
import { FIGURES } from "~/features/food-information/typed-food";
import { ALLERGENS, countryOptions, type Allergen } from "~/features/food-information/words";
import { classNames } from "~/ui/class-names/class-names";
import { CheckboxGroupField, ChoiceField } from "~/ui/field/choice-field";
import { FieldError, Fields, Hint } from "~/ui/field/field";
import { SelectField } from "~/ui/field/select-field";
import { TextAreaField } from "~/ui/field/text-area-field";
import { TextField } from "~/ui/field/text-field";
import { FoldedPanel } from "~/ui/panel/folded-panel";
import type { EditorFields } from "./fields-of";
import { FIGURE_LABELS, FOOD_LABELS, LABEL_OPTIONS, PRESENCES } from "./food-form";
import type { PanelProps } from "./panel-props";
import { foodSummary, hasErrors, isFilled } from "./fold-summaries";
import { FOLDS } from "~/ui/page-scripts/contract";
import * as styles from "./styles.css";

const label = (name: string) => FOOD_LABELS[`food.${name}`] ?? name;

/**
 * The label of a food, with a fold for each part. A part with content or an error is open. Source: food-market
 * specification, GOODS-14.
 */
export function FoodPanel({ field, allergens }: { field: PanelProps["fields"]["food"]; allergens: Allergen[] }) {
  const food = field.getFieldset();
  const [presences, figures] = [food.allergens.getFieldset(), food.nutrition.getFieldset()];
  const isAskedBack = food.allergensConfirmed.errors !== undefined || food.allergensConfirmed.initialValue === "on";
  const text = { optional: true, enterKeyHint: "next" } as const;
  return (
    <FoldedPanel title="Food information" summary={foodSummary(field)} open={isAskedBack || hasErrors([field])}>
      <p className={styles.soft}>
        What its label says. What you leave empty is “not said”: the shop never shows it as “free of”.
      </p>
      <Fold
        title="Ingredients and allergens"
        of={[food.ingredients, food.allergens, food.noAllergens]}
        force={isAskedBack}
      >
        <TextAreaField
          field={food.ingredients}
          label={label("ingredients")}
          optional
          hint="Heaviest first. Put allergens between stars, and they stand out: Whole *milk*, salt."
        />
        <fieldset className={styles.allergens}>
          <legend>Allergens</legend>
          {allergens.map((allergen) => (
            <SelectField
              key={allergen}
              field={presences[allergen]}
              label={ALLERGENS[allergen].name}
              placeholder="Not said"
              optional={undefined}
              options={PRESENCES}
            />
          ))}
        </fieldset>
        <ChoiceField field={food.noAllergens} label="It contains none of these" required={false} />
        {isAskedBack ? (
          <ChoiceField
            field={food.allergensConfirmed}
            label="The ingredients and the allergens are right as they stand"
            required={false}
          />
        ) : null}
      </Fold>
      <Fold title="Nutrition" of={[food.nutrition]}>
        <fieldset {...getFieldsetProps(food.nutrition)} tabIndex={-1} className={styles.part}>
          <SelectField
            field={figures.per}
            label="Figures are per"
            optional={false}
            options={[
              { value: "100g", label: "100 g" },
              { value: "100ml", label: "100 ml" },
            ]}
          />
          <Fields columns={4}>
            {FIGURES.map((name) => (
              <TextField
                key={name}
                field={figures[name]}
                label={FIGURE_LABELS[name]}
                optional={name === "fibre"}
                inputMode="decimal"
                enterKeyHint="next"
              />
            ))}
          </Fields>
          <Hint>Fill in all of them but fibre, or none. Of kJ and kcal one is enough.</Hint>
          <FieldError id={food.nutrition.errorId} error={food.nutrition.errors} />
        </fieldset>
      </Fold>
      <Fold title="Labels" of={[food.labels, food.organicCode]}>
        <CheckboxGroupField field={food.labels} label={label("labels")} options={LABEL_OPTIONS} optional />
        <TextField
          field={food.organicCode}
          label={label("organicCode")}
          hint="Organic goods need it: US-ORG-052."
          {...text}
        />
      </Fold>
      <Fold
        title="Storage, origin and more"
        of={[
          food.storage,
          food.keepsDays,
          food.originCountry,
          food.originWords,
          food.producer,
          food.alcohol,
          food.instructions,
        ]}
      >
        <Fields>
          <TextField field={food.storage} label={label("storage")} {...text} />
          <TextField
            field={food.keepsDays}
            label="Keeps, days"
            hint="At least so many after one gets it."
            inputMode="numeric"
            {...text}
          />
          <SelectField
            field={food.originCountry}
            label={label("originCountry")}
            placeholder="Not said"
            optional
            options={countryOptions()}
          />
          <TextField field={food.originWords} label={label("originWords")} {...text} />
          <TextField field={food.producer} label={label("producer")} hint="Where it is not you." {...text} />
          <TextField field={food.alcohol} label="Alcohol, % by volume" inputMode="decimal" {...text} />
        </Fields>
        <TextAreaField field={food.instructions} label={label("instructions")} rows={2} optional />
      </Fold>
      <Fold title="Fish and seafood" kind="fish" of={[food.scientificName, food.catchArea, food.catchMethod]}>
        <Fields>
          <TextField field={food.scientificName} label={label("scientificName")} {...text} />
          <TextField field={food.catchArea} label={label("catchArea")} {...text} />
          <TextField
            field={food.catchMethod}
            label={label("catchMethod")}
            hint="How it was caught, or “farmed”."
            {...text}
          />
        </Fields>
      </Fold>
      <Fold title="Honey" kind="honey" of={[food.harvestCountries]}>
        <TextField
          field={food.harvestCountries}
          label={label("harvestCountries")}
          hint="With commas between them."
          {...text}
        />
      </Fold>
    </FoldedPanel>
  );
}

type FoodField = FieldMetadata<any, EditorFields, string[]>;

/**
 * A part of the label, open if it has content or an error. A part for a kind of food shows only while a category of
 * that kind is chosen, or if it has content. Styles alone do this.
 */
function Fold({
  title,
  of,
  kind,
  force = false,
  children,
}: {
  title: string;
  kind?: keyof typeof styles.ofKind;
  of: FoodField[];
  force?: boolean;
  children: ReactNode;
}) {
  const isOpen = force || of.some((field) => isFilled(field.initialValue)) || hasErrors(of);
  return (
    <details
      className={classNames(styles.part, kind && !isOpen && styles.ofKind[kind])}
      open={isOpen || kind !== undefined}
    >
      <summary>{title}</summary>
      <fieldset className={styles.partBody} {...(kind && { [FOLDS]: "" })}>
        {children}
      </fieldset>
    </details>
  );
}
