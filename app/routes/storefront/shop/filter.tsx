import { useNavigate } from "@remix-run/react";
import { useEffect, useRef, useState, type ChangeEvent } from "react";
import { Button } from "~/ui/button/button";
import { Select } from "~/ui/field/field";
import { QueryForm } from "~/ui/form/query-form";
import { RadioList } from "~/ui/radio-list/radio-list";
import { shopAddress, type Wanted } from "../shop-address";
import * as styles from "./styles.css";

const SORTS = [
  { value: "latest", label: "Latest" },
  { value: "price", label: "Price" },
];

const orderIn = (value: FormDataEntryValue | null): Wanted["sort"] => (value === "price" ? "price" : "latest");

/** Category and order of the list: one form, sent by Update and, once scripts run, by every change. */
export function Filter({ wanted, categories }: { wanted: Wanted; categories: string[] }) {
  const { q, categoryId, sort } = wanted;
  const navigate = useNavigate();
  const form = useRef<HTMLFormElement>(null);
  const chosenHere = useRef(false);
  // Shows what was chosen while its list is on the way, and follows the address otherwise.
  const [order, setOrder] = useState({ given: sort, shown: sort });
  if (order.given !== sort) setOrder({ given: sort, shown: sort });

  // As the form stands, not as the list does: what was chosen a moment ago may still be on its way.
  const filterBy = () => {
    const fields = new FormData(form.current ?? undefined);
    const address = { q, categoryId: String(fields.get("categoryId") ?? ""), sort: orderIn(fields.get("sort")) };
    navigate(shopAddress(address), { preventScrollReset: true });
  };
  const choose = () => {
    chosenHere.current = true;
    filterBy();
  };
  const sortBy = (event: ChangeEvent<HTMLSelectElement>) => {
    setOrder({ given: sort, shown: orderIn(event.target.value) });
    filterBy();
  };

  // The new list marks its category on a new radio button; who goes through them with the arrow keys stays on it.
  useEffect(() => {
    if (chosenHere.current && document.activeElement === document.body)
      form.current?.querySelector<HTMLElement>(":checked")?.focus({ preventScroll: true });
    chosenHere.current = false;
  }, [categoryId]);

  return (
    <QueryForm ref={form} className={styles.wanted} action="/products">
      {q ? <input type="hidden" name="q" value={q} /> : null}
      <div className={styles.filter}>
        <RadioList
          legend="Category"
          name="categoryId"
          value={categoryId}
          options={[
            { value: "", label: "All Products" },
            ...categories.map((title) => ({ value: title, label: title })),
          ]}
          onChange={choose}
        />
      </div>
      <div className={styles.sort}>
        <label htmlFor="sort">Sort by</label>
        <Select id="sort" name="sort" options={SORTS} value={order.shown} onChange={sortBy} />
        <Button variant="quiet">Update</Button>
      </div>
    </QueryForm>
  );
}
