import { useLocation } from "@remix-run/react";
import { Search } from "lucide-react";
import { visuallyHidden } from "~/styles/layout.css";
import { Button } from "~/ui/button/button";
import { Input } from "~/ui/field/field";
import { QueryForm } from "~/ui/form/query-form";
import { Icon } from "~/ui/icon/icon";
import * as styles from "./find-form.css";

/** Above every page of the area: one search for orders, payments, products, stalls and people. */
export function FindForm() {
  const { pathname, search } = useLocation();
  const sought = pathname === "/operator/search" ? (new URLSearchParams(search).get("find") ?? "") : "";
  return (
    <QueryForm
      key={`${pathname} ${sought}`}
      action="/operator/search"
      role="search"
      aria-label="Find anything"
      className={styles.find}
    >
      <label className={visuallyHidden} htmlFor="find">
        Order, payment, email, product, SKU or stall
      </label>
      <Input
        id="find"
        name="find"
        type="search"
        defaultValue={sought}
        maxLength={120}
        placeholder="Order, email, payment, product, stall"
        enterKeyHint="search"
        autoComplete="off"
      />
      <Button variant="quiet">
        <Icon of={Search} /> Find
      </Button>
    </QueryForm>
  );
}
