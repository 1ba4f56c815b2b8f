import { useLocation } from "@remix-run/react";
import { ChevronDown, LogOut, Menu } from "lucide-react";
import type { ReactNode } from "react";
import { fold, folded, visuallyHidden } from "~/styles/layout.css";
import { Breadcrumb } from "~/ui/breadcrumb/breadcrumb";
import { classNames } from "~/ui/class-names/class-names";
import { PlainForm } from "~/ui/form/plain-form";
import { Icon, type LucideIcon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { dropAllDrafts } from "~/ui/local-draft/drafts";
import { currentItem } from "./current-item";
import * as styles from "./work-area.css";

export interface WorkAreaProps {
  /** Names the navigation: "Merchant". */
  label: string;
  items: ReadonlyArray<{
    href: string;
    label: string;
    icon: LucideIcon;
    /** How much waits there; nothing at 0. */
    count?: number;
  }>;
  /** The page, inside `<main id="main">` under the breadcrumb. */
  children: ReactNode;
}

/** The rooms of buyers, merchants and operators: navigation at the side, folded into a menu below 900 px. */
export function WorkArea({ label, items, children }: WorkAreaProps) {
  const { pathname } = useLocation();
  const current = currentItem(pathname, items);
  return (
    <div className={styles.area}>
      {/* Opens without scripts; the key closes it again on the next page. */}
      <details key={pathname} className={fold}>
        <summary className={styles.summary}>
          <Icon of={Menu} /> Menu <span className={styles.here}>{current?.label}</span>{" "}
          <Icon of={ChevronDown} className={styles.turn} />
        </summary>
      </details>
      <nav className={classNames(folded, styles.side)} aria-label={label}>
        <ul>
          {items.map((item) => (
            <li key={item.href}>
              <Link className={styles.item} to={item.href} aria-current={item === current ? "page" : undefined}>
                <Icon of={item.icon} /> {item.label}
                {item.count ? (
                  <span className={styles.count}>
                    {item.count > 99 ? "99+" : item.count}
                    <span className={visuallyHidden}> waiting</span>
                  </span>
                ) : null}
              </Link>
            </li>
          ))}
          <li>
            {/* Its answer loads the page anew, so that nothing of the account stays in memory, nor in the browser's storage. */}
            <PlainForm action="/logout" data-drops-drafts onSubmit={dropAllDrafts}>
              <button className={styles.item}>
                <Icon of={LogOut} /> Logout
              </button>
            </PlainForm>
          </li>
        </ul>
      </nav>
      <main id="main" className={styles.work} tabIndex={-1}>
        <Breadcrumb pathname={pathname} wrapped={false} />
        {children}
      </main>
    </div>
  );
}
