import { Search } from "~/ui/icon/icons";
import { row } from "~/styles/layout.css";
import { Button } from "~/ui/button/button";
import { classNames } from "~/ui/class-names/class-names";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Field, Input } from "~/ui/field/field";
import { QueryForm } from "~/ui/form/query-form";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import * as styles from "./styles.css";

const ONWARD = [
  { to: "/", label: "Home" },
  { to: "/products", label: "Shop" },
  { to: "/faqs", label: "Questions and answers" },
  { to: "/contact", label: "Contact" },
];

/** The page for an address where there is nothing, with links to go on. */
export function NotFound() {
  return (
    <EmptyState
      headingLevel={1}
      title="Page not found"
      text="There is nothing at this address. It may have moved, or the link may be wrong."
      action={
        <>
          <QueryForm action="/products" role="search" aria-label="Look for something else" className={styles.search}>
            <Field id="find" label="Search products" hiddenLabel>
              <Input
                id="find"
                name="q"
                type="search"
                placeholder="What are you looking for?"
                enterKeyHint="search"
                autoComplete="off"
              />
            </Field>
            <Button>
              <Icon of={Search} /> Search
            </Button>
          </QueryForm>
          <ul className={classNames(row, styles.onward)}>
            {ONWARD.map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </>
      }
    />
  );
}
