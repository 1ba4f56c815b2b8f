import { Search } from "~/ui/icon/icons";
import type { ReactNode } from "react";
import { Button } from "~/ui/button/button";
import { Field, Input, Select } from "~/ui/field/field";
import { QueryForm } from "~/ui/form/query-form";
import { Icon } from "~/ui/icon/icon";
import * as styles from "./operator.css";

interface SearchFormProps {
  path: string;
  /** The label of the field: "Name or email". */
  label: string;
  hint?: string;
  q: string;
  /** Further filters of the list. */
  children?: ReactNode;
}

/** Filters a list with a plain GET form, so that the result has its own address. */
export function SearchForm({ path, label, hint, q, children }: SearchFormProps) {
  return (
    // The key fills the form anew when a link leads to the list.
    <QueryForm key={q} action={path} role="search" aria-label={label} className={styles.search}>
      <Field id="list-search" label={label} hint={hint} className={styles.words}>
        <Input
          id="list-search"
          name="q"
          type="search"
          defaultValue={q}
          maxLength={120}
          enterKeyHint="search"
          autoComplete="off"
          aria-describedby={hint ? "list-search-description" : undefined}
        />
      </Field>
      {children}
      <Button>
        <Icon of={Search} /> Search
      </Button>
    </QueryForm>
  );
}

interface StatusFilterProps {
  /** The chosen status. Empty for all. */
  status: string;
  statuses: Record<string, { label: string }>;
}

/** Filters the list by one status. Goes inside a `SearchForm`. */
export function StatusFilter({ status, statuses }: StatusFilterProps) {
  return (
    <Field id="status" label="Status">
      <Select
        id="status"
        name="status"
        defaultValue={status}
        key={status}
        placeholder="All"
        options={Object.entries(statuses).map(([value, { label }]) => ({ value, label }))}
      />
    </Field>
  );
}
