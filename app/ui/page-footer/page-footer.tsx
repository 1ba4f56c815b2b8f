import type { ReactNode } from "react";
import { apart, row, wrap } from "~/styles/layout.css";
import { num, soft } from "~/styles/text.css";
import { classNames } from "~/ui/class-names/class-names";
import { Link } from "~/ui/link/link";
import * as styles from "./page-footer.css";

interface FooterLink {
  to: string;
  label: string;
}

export interface PageFooterProps {
  /** The marketplace's name. */
  name: string;
  year?: number;
  contact: { street: string; email: string; phone: string };
  /** Titles; the first four are linked to the shop. */
  categories: string[];
  /** The newsletter's form; lay it out with the class `joinLine`. */
  newsletter?: ReactNode;
}

export const joinLine = styles.join;

const account: FooterLink[] = [
  { to: "/customer", label: "My Account" },
  { to: "/customer/order_history", label: "Order History" },
  { to: "/shopping_cart", label: "Shopping Cart" },
  { to: "/wishlist", label: "Wishlist" },
];
const help: FooterLink[] = [
  { to: "/contact", label: "Contact" },
  { to: "/faqs", label: "Faqs" },
  { to: "/terms", label: "Terms" },
  { to: "/privacy", label: "Privacy" },
];
const about: FooterLink[] = [
  { to: "/about", label: "About" },
  { to: "/products", label: "Shop" },
  { to: "/developers", label: "Developers" },
];

/** The first four categories, in the operator's order. */
function shelvesOf(categories: PageFooterProps["categories"]): FooterLink[] {
  return categories
    .slice(0, 4)
    .map((title) => ({ to: `/products?${new URLSearchParams({ categoryId: title })}`, label: title }));
}

/** The foot of the shop's pages. */
export function PageFooter({ name, year = 2024, contact, categories, newsletter }: PageFooterProps) {
  const shelves = shelvesOf(categories);
  return (
    <footer className={classNames(styles.footer, styles.late)}>
      <div className={classNames(wrap, styles.columns)}>
        <div className={styles.news}>
          <h2>What’s in season, once a week</h2>
          <p className={soft}>The week’s harvest and the best prices. No noise.</p>
          {newsletter}
          <address className={styles.address}>
            {contact.street}
            <br />
            <a href={`mailto:${contact.email}`}>{contact.email}</a>
            {" · "}
            <a className={num} href={`tel:${contact.phone.replace(/[^+\d]/g, "")}`}>
              {contact.phone}
            </a>
          </address>
        </div>
        <Column title="My Account" links={account} />
        <Column title="Help" links={help} />
        <Column title={name} links={about} />
        {shelves.length ? <Column title="Categories" links={shelves} /> : null}
      </div>
      <Legal name={name} year={year}>
        <ul className={styles.cards} aria-label="Cards we take">
          <li>VISA</li>
          <li>Mastercard</li>
          <li>Amex</li>
        </ul>
      </Legal>
    </footer>
  );
}

/** The same links without headings, for the work areas. */
export function SlimFooter({ name, year = 2024, categories }: Pick<PageFooterProps, "name" | "year" | "categories">) {
  return (
    <footer className={classNames(styles.footer, styles.slim)}>
      <Legal name={name} year={year}>
        <nav aria-label="Footer">
          <ul className={styles.all}>
            {[...account, ...help, ...about, ...shelvesOf(categories)].map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
          </ul>
        </nav>
      </Legal>
    </footer>
  );
}

function Column({ title, links }: { title: string; links: FooterLink[] }) {
  return (
    <nav aria-label={`Footer: ${title}`}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ to, label }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Legal({ name, year, children }: { name: string; year: number; children: ReactNode }) {
  return (
    <div className={styles.legal}>
      <div className={classNames(wrap, row, apart)}>
        <p>{`© ${year} ${name}`}</p>
        {children}
      </div>
    </div>
  );
}
