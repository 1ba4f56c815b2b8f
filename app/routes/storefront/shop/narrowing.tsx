import type { ChangeEventHandler } from "react";
import type { ProductFacets } from "~/features/catalogue/schema";
import { fold, folded, visuallyHidden } from "~/styles/layout.css";
import { Button } from "~/ui/button/button";
import { button, quiet } from "~/ui/button/button.css";
import { classNames } from "~/ui/class-names/class-names";
import { Field, Input, Select } from "~/ui/field/field";
import { choice } from "~/ui/field/field.css";
import type { Wanted } from "../shop-address";
import * as styles from "./styles.css";

interface NarrowingProps {
  wanted: Wanted;
  /** How many each would leave; undefined where nobody has counted. */
  facets: ProductFacets | undefined;
  stallName: string;
  onChange: ChangeEventHandler;
}

const withCount = (label: string, count: number | undefined) => (count === undefined ? label : `${label} (${count})`);

/** Price, stock, sale, rating and stall: beside the list; on a phone behind a button. */
export function Narrowing({ wanted, facets, stallName, onChange }: NarrowingProps) {
  const { minPrice = "", maxPrice = "", rating = "", stall = "", inStock, onSale } = wanted;
  const ratings = facets?.ratings ?? [{ atLeast: 4 }, { atLeast: 3 }, { atLeast: 2 }];
  const known = facets?.stalls ?? [];
  const stalls =
    stall && !known.some(({ _id }) => _id === stall) ? [{ _id: stall, storeName: stallName }, ...known] : known;
  return (
    <>
      <details className={fold}>
        <summary className={classNames(button, quiet)}>Price, stock, stall…</summary>
      </details>
      {/* What was changed by a link shows in new fields; what was chosen here keeps its own. */}
      <div className={classNames(folded, styles.narrowing)}>
        <fieldset className={styles.prices}>
          <legend>Price</legend>
          <Price name="minPrice" label="From $" value={minPrice} edge={facets?.price?.min ?? "from"} />
          <span aria-hidden="true">–</span>
          <Price name="maxPrice" label="To $" value={maxPrice} edge={facets?.price?.max ?? "to"} />
        </fieldset>
        <Tick name="inStock" label={withCount("In stock", facets?.inStock)} on={inStock === "1"} onChange={onChange} />
        <Tick name="onSale" label={withCount("On sale", facets?.onSale)} on={onSale === "1"} onChange={onChange} />
        <label className={visuallyHidden} htmlFor="rating">
          Rating
        </label>
        <Select
          key={`rating${rating}`}
          id="rating"
          name="rating"
          placeholder="Any rating"
          defaultValue={rating}
          onChange={onChange}
          options={ratings.map(({ atLeast, ...counted }) => ({
            value: String(atLeast),
            label: withCount(`Rated ${atLeast} and up`, "count" in counted ? counted.count : undefined),
          }))}
        />
        {stalls.length > 0 ? (
          <>
            <label className={visuallyHidden} htmlFor="stall">
              Stall
            </label>
            <Select
              key={`stall${stall}`}
              id="stall"
              name="stall"
              placeholder="All stalls"
              defaultValue={stall}
              onChange={onChange}
              options={stalls.map(({ _id, storeName, ...counted }) => ({
                value: _id,
                label: withCount(storeName || "A stall", "count" in counted ? counted.count : undefined),
              }))}
            />
          </>
        ) : null}
        <Button variant="quiet">Apply filters</Button>
      </div>
    </>
  );
}

/** `edge` is the price of the cheapest or the dearest, or what to write. */
function Price({ name, label, value, edge }: { name: string; label: string; value: string; edge: number | string }) {
  return (
    <Field id={name} label={label} hiddenLabel>
      <Input
        key={value}
        id={name}
        name={name}
        inputMode="decimal"
        maxLength={12}
        placeholder={String(edge)}
        defaultValue={value}
      />
    </Field>
  );
}

interface TickProps {
  name: string;
  label: string;
  on: boolean;
  onChange: ChangeEventHandler;
}

function Tick({ name, label, on, onChange }: TickProps) {
  return (
    <label className={choice}>
      <input key={String(on)} type="checkbox" name={name} value="1" defaultChecked={on} onChange={onChange} />
      <span>{label}</span>
    </label>
  );
}
