import { useLocation } from "@remix-run/react";
import { ChevronDown, LogOut, Menu } from "~/ui/icon/icons";
import { useContext, type ReactNode } from "react";
import { fold, folded, visuallyHidden } from "~/styles/layout.css";
import { Breadcrumb } from "~/ui/breadcrumb/breadcrumb";
import { round } from "~/ui/button/round-button.css";
import { classNames } from "~/ui/class-names/class-names";
import { PlainForm } from "~/ui/form/plain-form";
import { Icon, type LucideIcon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { dropAllDrafts } from "~/ui/local-draft/drafts";
import { currentItem } from "./current-item";
import type { FindFormProps } from "./find-form";
import * as styles from "./work-area.css";
import { WorkFrameContext } from "./work-frame";
import { WorkHeader } from "./work-header";
import { menu } from "./work-header.css";

export interface WorkAreaProps {
  /** Names the navigation: "Merchant". */
  label: string;
  items: ReadonlyArray<{
    href: string;
    label: string;
    icon: LucideIcon;
    /** The number of waiting entries; not shown at 0. */
    count?: number;
  }>;
  /** The area's search; an area with one has a header of its own in the place of the shop's. */
  find?: FindFormProps;
  /** The page, inside `<main id="main">` under the breadcrumb. */
  children: ReactNode;
}

/** The area of a buyer, merchant or operator: navigation at the side, folded into a menu below 900 px. */
export function WorkArea({ label, items, find, children }: WorkAreaProps) {
  const { pathname } = useLocation();
  const frame = useContext(WorkFrameContext);
  const main = (
    <main id="main" className={styles.work} tabIndex={-1}>
      <Breadcrumb pathname={pathname} wrapped={false} />
      {children}
    </main>
  );
  const navigation = <Navigation label={label} items={items} />;
  if (!frame || !find)
    return (
      <div className={styles.area}>
        <MenuButton place={currentItem(pathname, items)?.label} />
        {navigation}
        {main}
      </div>
    );
  return (
    <div className={styles.headed}>
      <WorkHeader frame={frame} find={find}>
        <MenuButton />
        {navigation}
      </WorkHeader>
      <div className={styles.beside}>
        {frame.notices}
        {main}
      </div>
    </div>
  );
}

/** Opens the navigation without scripts; the key closes it again on the next page. */
function MenuButton({ place }: { place?: string | undefined }) {
  const { pathname } = useLocation();
  if (place === undefined)
    return (
      <details key={pathname} className={classNames(fold, menu)}>
        <summary className={round}>
          <span className={visuallyHidden}>Menu</span>
          <Icon of={Menu} />
        </summary>
      </details>
    );
  return (
    <details key={pathname} className={fold}>
      <summary className={styles.summary}>
        <Icon of={Menu} /> Menu <span className={styles.here}>{place}</span>{" "}
        <Icon of={ChevronDown} className={styles.turn} />
      </summary>
    </details>
  );
}

function Navigation({ label, items }: Pick<WorkAreaProps, "label" | "items">) {
  const current = currentItem(useLocation().pathname, items);
  return (
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
          {/* Its answer loads a new document: nothing of the account stays in memory or in the browser's storage. */}
          <PlainForm action="/logout" data-drops-drafts onSubmit={dropAllDrafts}>
            <button className={styles.item}>
              <Icon of={LogOut} /> Logout
            </button>
          </PlainForm>
        </li>
      </ul>
    </nav>
  );
}
