import { scroller } from "~/styles/layout.css";
import { Link } from "~/ui/link/link";
import * as styles from "./work-tabs.css";

export interface WorkTab {
  label: string;
  href: string;
  isCurrent: boolean;
  /** The number of its entries, where it is useful; a text where not all are counted. */
  count?: number | string | undefined;
}

/** Tabs for the lists of a work area, by what is to do with their entries. Each is a link with its own address. */
export function WorkTabs({ label, tabs }: { label: string; tabs: WorkTab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      <ul className={scroller}>
        {tabs.map(({ label: words, href, isCurrent, count }) => (
          <li key={href}>
            <Link className={styles.tab} to={href} aria-current={isCurrent ? "page" : undefined}>
              {words}
              {count === undefined ? null : (
                <span className={styles.count}>
                  {typeof count === "number" ? new Intl.NumberFormat("en-US").format(count) : count}
                </span>
              )}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
