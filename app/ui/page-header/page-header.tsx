import { useLocation } from "@remix-run/react";
import { Menu, Search, Settings } from "~/ui/icon/icons";
import { fold, folded, visuallyHidden, wrap } from "~/styles/layout.css";
import { BrandMark } from "~/ui/brand-mark/brand-mark";
import { button } from "~/ui/button/button.css";
import { RoundLink } from "~/ui/button/round-button";
import { round } from "~/ui/button/round-button.css";
import { classNames } from "~/ui/class-names/class-names";
import { QueryForm } from "~/ui/form/query-form";
import { Icon } from "~/ui/icon/icon";
import { SharedIcon, type SharedDrawing } from "~/ui/icon/shared-icon";
import { Link } from "~/ui/link/link";
import { Variants, type Placeholder } from "~/ui/variants/variants";
import { AccountLink, type AccountLinkProps } from "./account-link";
import * as styles from "./page-header.css";
import { SearchField } from "./search-field";

export interface PageHeaderProps {
  /** The marketplace's name. */
  name: string;
  /** The current search, shown in the field. */
  query?: string;
  /** Search words that the page itself offers. */
  words?: string[] | undefined;
  /** Merchants have settings in the place of wishlist and cart. */
  merchant?: boolean;
  /** Absent where the count is unknown. */
  wishlistCount?: number | Placeholder | undefined;
  cartCount?: number | Placeholder | undefined;
  account: AccountLinkProps;
  /** The page has a menu of its own, which is the only one on a phone: the footer has the links of the main one. */
  hasOwnMenu?: boolean;
  /** The main menu. */
  links?: Array<{ to: string; label: string }>;
}

const shopLinks = [
  { to: "/products", label: "Shop" },
  { to: "/about", label: "About" },
  { to: "/contact", label: "Contact" },
];

/** First thing in the body: leads the keyboard past the header to `<main id="main">`. */
export function SkipLink() {
  return (
    <a className={classNames(styles.skip, button, visuallyHidden)} href="#main">
      Skip to content
    </a>
  );
}

interface CountedLinkProps {
  to: string;
  label: string;
  count: number | Placeholder | undefined;
  icon: SharedDrawing;
}

/** A link to a list of products, with how many are in it. */
function CountedLink({ to, label, count, icon }: CountedLinkProps) {
  const link = (text: string, badge?: number | Placeholder) => (
    <RoundLink to={to} label={text} badge={badge}>
      <SharedIcon of={icon} drawn />
    </RoundLink>
  );
  if (count === undefined) return link(label);
  return (
    <Variants of={count} among={NONE_OR_ONE} others>
      {(n) => link(`${label}, ${n} ${n === 1 ? "product" : "products"}`, n)}
    </Variants>
  );
}

const NONE_OR_ONE = [0, 1];

export function PageHeader({
  name,
  query = "",
  words = [],
  merchant,
  wishlistCount,
  cartCount,
  account,
  hasOwnMenu = false,
  links = merchant ? [] : shopLinks,
}: PageHeaderProps) {
  const { pathname } = useLocation();
  return (
    <header className={styles.top}>
      <div className={classNames(wrap, styles.bar)}>
        <Link className={styles.brand} to="/">
          <BrandMark /> {name}
        </Link>
        <div className={classNames(styles.tools, links.length === 0 && styles.toolsLast)}>
          {merchant ? (
            <RoundLink to="/merchant/account_settings" label="Settings">
              <Icon of={Settings} />
            </RoundLink>
          ) : (
            <>
              <CountedLink to="/wishlist" label="Wishlist" count={wishlistCount} icon="heart" />
              <CountedLink to="/shopping_cart" label="Shopping Cart" count={cartCount} icon="cart" />
            </>
          )}
          <AccountLink {...account} />
        </div>
        {links.length ? (
          <>
            {/* Opens without scripts; the key closes it again on the next page. */}
            <details key={pathname} className={classNames(fold, styles.menuButton, hasOwnMenu && styles.onDesk)}>
              <summary className={round}>
                <span className={visuallyHidden}>Menu</span>
                <Icon of={Menu} />
              </summary>
            </details>
            <nav className={classNames(folded, styles.menu, hasOwnMenu && styles.onDesk)} aria-label="Main">
              <ul>
                {links.map(({ to, label }) => (
                  <li key={to}>
                    <Link to={to} aria-current={isAt(pathname, to) ? "page" : undefined}>
                      {label}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          </>
        ) : null}
        <QueryForm
          className={styles.find}
          role="search"
          aria-label="Search the shop"
          action="/products"
          autoComplete="off"
        >
          <label className={visuallyHidden} htmlFor="q">
            Search products
          </label>
          {/* A new search fills the field anew. */}
          <SearchField key={query} query={query} words={words} />
          <button className={round}>
            <span className={visuallyHidden}>Search</span>
            <Icon of={Search} />
          </button>
        </QueryForm>
      </div>
    </header>
  );
}

function isAt(pathname: string, to: string): boolean {
  return pathname === to || pathname.startsWith(`${to}/`);
}
