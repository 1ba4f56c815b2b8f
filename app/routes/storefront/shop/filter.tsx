import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState, type ChangeEvent, type FormEvent } from "react";
import type { ProductFacets, ProductSort } from "~/features/catalogue/schema";
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
}

/** What the list is narrowed to, and its order: one form, sent by its buttons and, once scripts run, by every choice. */
export function Filter({ wanted, categories, facets, stallName }: FilterProps) {
  const { q, categoryId, sort } = wanted;
  const sorts = q ? [{ value: "relevance", label: "Relevance" }, ...SORTS] : SORTS;
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const chosenHere = useRef(false);
  // Shows what was chosen while its list is on the way, and follows the address otherwise.
  const [order, setOrder] = useState({ given: sort, shown: sort });
  if (order.given !== sort) setOrder({ given: sort, shown: sort });

  // As the form stands, not as the list does: what was chosen a moment ago may still be on its way.
  const filterBy = () => {
    const fields = [...new FormData(form.current ?? undefined)].map(([name, value]) => [name, String(value)]);
    // What says nothing stays out of the address: empty fields, and the first order.
    const said = fields.filter(([name, value]) => value && !(name === "sort" && value === sorts[0]?.value));
    navigate(`/products?${new URLSearchParams(said)}`, { preventScrollReset: true });
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    filterBy();
  };
  const choose = () => {
    chosenHere.current = true;
    filterBy();
  };
  const sortBy = (event: ChangeEvent<HTMLSelectElement>) => {
    setOrder({ given: sort, shown: event.target.value as ProductSort });
    filterBy();
  };

  // The new list marks its category on a new radio button; who goes through them with the arrow keys stays on it.
  useEffect(() => {
    if (chosenHere.current && document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>(":checked")?.focus({ preventScroll: true });
    chosenHere.current = false;
  }, [categoryId]);

  return (
    <QueryForm ref={form} className={styles.wanted} action="/products" onSubmit={apply}>
      {q ? <input type="hidden" name="q" value={q} /> : null}
      <div className={styles.filter}>
        <RadioList
          legend="Category"
          name="categoryId"
          value={categoryId}
          options={[{ value: "", label: "All Products" }, ...categories]}
          onChange={choose}
        />
        <Narrowing wanted={wanted} facets={facets} stallName={stallName} onChange={filterBy} />
      </div>
      <div className={styles.sort}>
        <label htmlFor="sort">Sort by</label>
        <Select id="sort" name="sort" options={sorts} value={order.shown} onChange={sortBy} />
        <Button variant="quiet">Update</Button>
      </div>
    </QueryForm>
  );
}
