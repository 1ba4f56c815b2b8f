import { useLocation } from "@remix-run/react";
import { Search } from "~/ui/icon/icons";
import { visuallyHidden } from "~/styles/layout.css";
import { round } from "~/ui/button/round-button.css";
import { Input } from "~/ui/field/field";
import { QueryForm } from "~/ui/form/query-form";
import { Icon } from "~/ui/icon/icon";
import * as styles from "./work-header.css";

export interface FindFormProps {
  /** The page that shows the results; it reads `find` in its address. */
  action: string;
  /** The kinds of things that can be entered, for people who hear the field. */
  label: string;
  placeholder: string;
}

/** The search of a work area: one field for everything that its people look for. */
export function FindForm({ action, label, placeholder }: FindFormProps) {
  const { pathname, search } = useLocation();
  const sought = pathname === action ? (new URLSearchParams(search).get("find") ?? "") : "";
  return (
    <QueryForm
      key={`${pathname} ${sought}`}
      action={action}
      role="search"
      aria-label="Find anything"
      className={styles.find}
    >
      <label className={visuallyHidden} htmlFor="find">
        {label}
      </label>
      <Input
        id="find"
        name="find"
        type="search"
        defaultValue={sought}
        maxLength={100}
        placeholder={placeholder}
        enterKeyHint="search"
        autoComplete="off"
      />
      <button className={round}>
        <span className={visuallyHidden}>Find anything</span>
        <Icon of={Search} />
      </button>
    </QueryForm>
  );
}
