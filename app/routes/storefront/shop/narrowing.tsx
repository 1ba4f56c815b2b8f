import type { ProductFacets } from "~/features/catalogue/schema";
import { ALLERGENS, countryName, LABELS, type Allergen, type Label } from "~/features/food-information/words";
import { fold, folded, visuallyHidden } from "~/styles/layout.css";
import { Button } from "~/ui/button/button";
import { button, quiet } from "~/ui/button/button.css";
import { classNames } from "~/ui/class-names/class-names";
import { Field, Input, Select } from "~/ui/field/field";
import { choice, hint as hintText } from "~/ui/field/field.css";
import { dollars } from "~/ui/price/money";
import type { Wanted } from "../shop-address";
import * as styles from "./styles.css";

interface NarrowingProps {
  wanted: Wanted;
  /** The number of products that each filter would leave. Undefined if they were not counted. */
  facets: ProductFacets | undefined;
  stallName: string;
  /** The allergens that the law of the market requires a statement on. */
  allergens: Allergen[];
}

const withCount = (label: string, count: number | undefined) => (count === undefined ? label : `${label} (${count})`);

/** Filters for price, stock, sale, rating and stall: beside the list, on a phone behind a button. */
export function Narrowing({ wanted, facets, stallName, allergens }: NarrowingProps) {
  const { minPrice = "", maxPrice = "", rating = "", stall = "", inStock, onSale, origin = "" } = wanted;
  const origins = facets?.origins ?? [];
  const shownOrigins =
    origin && !origins.some(({ country }) => country === origin) ? [{ country: origin }, ...origins] : origins;
  const ratings = facets?.ratings ?? [{ atLeast: 4 }, { atLeast: 3 }, { atLeast: 2 }];
  const stallFacets = facets?.stalls ?? [];
  const stalls =
    stall && !stallFacets.some(({ _id }) => _id === stall)
      ? [{ _id: stall, storeName: stallName }, ...stallFacets]
      : stallFacets;
  return (
    <>
      <details className={fold}>
        <summary className={classNames(button, quiet)}>Filters</summary>
      </details>
      <div className={classNames(folded, styles.narrowing)}>
        <Ticks
          legend="Labels"
          name="labels"
          ticked={wanted.labels}
          counts={facets?.labels.map(({ label, count }) => [label, count])}
          nameOf={(label) => LABELS[label as Label].name}
        />
        <Ticks
          legend="Without"
          name="without"
          ticked={wanted.without}
          counts={facets?.without.flatMap(({ allergen, count }) =>
            allergens.includes(allergen) ? [[allergen, count]] : [],
          )}
          nameOf={(allergen) => ALLERGENS[allergen as Allergen].name}
          hint="Only what says so itself. Not stated does not count."
        />
        <fieldset className={styles.prices}>
          <legend>Price</legend>
          <Price
            name="minPrice"
            label="From $"
            value={minPrice}
            edge={facets?.price ? dollars(facets.price.min) : "from"}
          />
          <span aria-hidden="true">–</span>
          <Price
            name="maxPrice"
            label="To $"
            value={maxPrice}
            edge={facets?.price ? dollars(facets.price.max) : "to"}
          />
        </fieldset>
        <Tick name="inStock" label={withCount("In stock", facets?.inStock)} on={inStock === "1"} />
        <Tick name="onSale" label={withCount("On sale", facets?.onSale)} on={onSale === "1"} />
        <label className={visuallyHidden} htmlFor="rating">
          Rating
        </label>
        <Select
          id="rating"
          name="rating"
          placeholder="Any rating"
          defaultValue={rating}
          options={ratings.map(({ atLeast, ...facet }) => ({
            value: String(atLeast),
            label: withCount(`Rated ${atLeast} and up`, "count" in facet ? facet.count : undefined),
          }))}
        />
        {stalls.length > 0 ? (
          <>
            <label className={visuallyHidden} htmlFor="stall">
              Stall
            </label>
            <Select
              id="stall"
              name="stall"
              placeholder="All stalls"
              defaultValue={stall}
              options={stalls.map(({ _id, storeName, ...facet }) => ({
                value: _id,
                label: withCount(storeName || "A stall", "count" in facet ? facet.count : undefined),
              }))}
            />
          </>
        ) : null}
        {shownOrigins.length > 0 ? (
          <>
            <label className={visuallyHidden} htmlFor="origin">
              Country of origin
            </label>
            <Select
              id="origin"
              name="origin"
              placeholder="Any origin"
              defaultValue={origin}
              options={shownOrigins.map(({ country, ...facet }) => ({
                value: country,
                label: withCount(`From ${countryName(country) ?? country}`, "count" in facet ? facet.count : undefined),
              }))}
            />
          </>
        ) : null}
        <Button variant="quiet" data-without-scripts>
          Apply filters
        </Button>
      </div>
    </>
  );
}

/** A field for a price. `edge` is the lowest or the highest price, or a hint for what to write. */
function Price({ name, label, value, edge }: { name: string; label: string; value: string; edge: string }) {
  return (
    <Field id={name} label={label} hiddenLabel>
      <Input id={name} name={name} inputMode="decimal" maxLength={12} placeholder={edge} defaultValue={value} />
    </Field>
  );
}

interface TicksProps {
  legend: string;
  name: string;
  /** Names with commas between them. */
  ticked: string | undefined;
  /** The number of products that each name would leave. Undefined if they were not counted. */
  counts: [name: string, count: number][] | undefined;
  nameOf: (name: string) => string;
  hint?: string;
}

/** Boxes to tick for names of a list: those that some product has, and those that are ticked. */
function Ticks({ legend, name, ticked, counts, nameOf, hint }: TicksProps) {
  const choices = ticked ? ticked.split(",") : [];
  const countsByName = new Map(counts);
  const names = [...choices.filter((one) => !countsByName.has(one)), ...countsByName.keys()];
  if (names.length === 0) return null;
  return (
    <fieldset className={styles.ticks}>
      <legend>{legend}</legend>
      {names.map((one) => (
        <label key={one} className={choice}>
          <input type="checkbox" name={name} value={one} defaultChecked={choices.includes(one)} />
          <span>{withCount(nameOf(one), countsByName.get(one))}</span>
        </label>
      ))}
      {hint ? <p className={hintText}>{hint}</p> : null}
    </fieldset>
  );
}

interface TickProps {
  name: string;
  label: string;
  on: boolean;
}

function Tick({ name, label, on }: TickProps) {
  return (
    <label className={choice}>
      <input type="checkbox" name={name} value="1" defaultChecked={on} />
      <span>{label}</span>
    </label>
  );
}
