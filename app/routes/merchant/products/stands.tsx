import { scroller } from "~/styles/layout.css";
import { classNames } from "~/ui/class-names/class-names";
import { Link } from "~/ui/link/link";
import { listAddress, STANDS, type Wanted } from "./list-address";
import * as styles from "./styles.css";

/** Links that narrow the list to what wants something done; the words that are looked for stay. */
export function Stands({ wanted: { q, only } }: { wanted: Wanted }) {
  const all: [only: Wanted["only"], label: string][] = [
    ["", "All"],
    ...(Object.entries(STANDS) as [keyof typeof STANDS, string][]),
  ];
  return (
    <nav aria-label="Which products">
      <ul className={classNames(scroller, styles.stands)}>
        {all.map(([stand, label]) => (
          <li key={stand}>
            <Link
              className={styles.stand}
              to={listAddress({ q, only: stand, page: 1, from: 1 })}
              aria-current={stand === only ? "page" : undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
