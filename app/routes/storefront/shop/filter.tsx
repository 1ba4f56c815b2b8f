import type { ProductFacets, ProductSort } from "~/features/catalogue/schema";
import type { Allergen } from "~/features/food-information/words";
import { Button } from "~/ui/button/button";
import { Select, type Option } from "~/ui/field/field";
import { QueryForm } from "~/ui/form/query-form";
import { RadioList } from "~/ui/radio-list/radio-list";
import type { Wanted } from "../shop-address";
import { Narrowing } from "./narrowing";
import * as styles from "./styles.css";

const SORTS: { value: ProductSort; label: string }[] = [
  { value: "latest", label: "Latest" },
  { value: "price", label: "Price" },
  { value: "price-up", label: "Price, lowest first" },
  { value: "rating", label: "Rating" },
];

interface FilterProps {
  wanted: Wanted;
  categories: Option[];
  facets: ProductFacets | undefined;
  stallName: string;
  allergens: Allergen[];
}

/** The filters of the list and its order in one form. Its buttons send it and, with scripts, every choice. */
export function Filter({ wanted, categories, facets, stallName, allergens }: FilterProps) {
  const { q, categoryId, sort } = wanted;
  const sorts = q ? [{ value: "relevance", label: "Relevance" }, ...SORTS] : SORTS;
  return (
    <QueryForm className={styles.wanted} action="/products" data-sends-choices="">
      {q ? <input type="hidden" name="q" value={q} /> : null}
      {wanted.reach ? <input type="hidden" name="reach" value={wanted.reach} /> : null}
      <div className={styles.filter}>
        <RadioList
          legend="Category"
          name="categoryId"
          value={categoryId}
          options={[{ value: "", label: "All Products" }, ...categories]}
        />
        <Narrowing wanted={wanted} facets={facets} stallName={stallName} allergens={allergens} />
      </div>
      <div className={styles.sort}>
        <label htmlFor="sort">Sort by</label>
        <Select id="sort" name="sort" options={sorts} defaultValue={sort} />
        {/* With scripts, every choice is sent at once. */}
        <Button variant="quiet" data-without-scripts>
          Update
        </Button>
      </div>
    </QueryForm>
  );
}
