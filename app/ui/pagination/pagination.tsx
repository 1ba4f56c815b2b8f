import { ChevronLeft, ChevronRight } from "~/ui/icon/icons";
import { visuallyHidden } from "~/styles/layout.css";
import { classNames } from "~/ui/class-names/class-names";
import { Icon, type LucideIcon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { pageWindows } from "./page-windows";
import * as styles from "./pagination.css";

export interface PaginationProps {
  /** Counted from 1. */
  page: number;
  pages: number;
  hrefFor: (page: number) => string;
  /** Names the navigation; say which list when a page has two pagers. */
  label?: string;
  /** Scripts show the page within the one that is open, and the scroll position stays. */
  inPlace?: boolean;
}

/** The pagination of a list: numbered pages. It shows nothing for one page or none. */
export function Pagination({ page, pages, hrefFor, label = "Pages", inPlace }: PaginationProps) {
  if (pages <= 1) return null;

  const turn = (to: number, words: string, icon: LucideIcon) => {
    const inside = (
      <>
        <Icon of={icon} />
        <span className={visuallyHidden}>{words}</span>
      </>
    );
    if (to < 1 || to > pages) return <span aria-disabled="true">{inside}</span>;
    return (
      <Link to={hrefFor(to)} rel={to < page ? "prev" : "next"} data-scripted={inPlace ? "" : undefined}>
        {inside}
      </Link>
    );
  };

  return (
    <nav className={classNames(styles.pagination, pages > 4 && styles.long)} aria-label={label}>
      {turn(page - 1, "Previous", ChevronLeft)}
      {pageWindows(page, pages).map((number, place) =>
        number === null ? (
          <span key={`gap-${place}`} className={styles.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={number}
            to={hrefFor(number)}
            aria-current={number === page ? "page" : undefined}
            data-scripted={inPlace ? "" : undefined}
          >
            {number}
          </Link>
        ),
      )}
      {turn(page + 1, "Next", ChevronRight)}
    </nav>
  );
}
