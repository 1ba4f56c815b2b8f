import { visuallyHidden, wrap } from "~/styles/layout.css";
import { classNames } from "~/ui/class-names/class-names";
import { Link } from "~/ui/link/link";
import * as styles from "./breadcrumb.css";
import { crumbs } from "./crumbs";

export interface BreadcrumbProps {
  pathname: string;
  /** Page width with gutters; off inside a work area, which has its own. */
  wrapped?: boolean;
}

/** The place of this page in the site. On the home page it is there for screen readers only. */
export function Breadcrumb({ pathname, wrapped = true }: BreadcrumbProps) {
  const trail = crumbs(pathname);
  const lastIndex = trail.length - 1;
  return (
    <nav
      className={classNames(styles.breadcrumb, lastIndex === 0 ? visuallyHidden : wrapped && wrap)}
      aria-label="Breadcrumb"
    >
      <ol>
        {trail.map(({ label, href }, place) => (
          <li key={place}>
            {place === lastIndex ? (
              <span aria-current="page">{label}</span>
            ) : href ? (
              <Link to={href}>{label}</Link>
            ) : (
              <span>{label}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
