import { ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { Link } from "~/ui/link/link";
import { shopAddress, type Wanted } from "../shop-address";
import * as styles from "./styles.css";

interface NothingFoundProps {
  wanted: Wanted;
  /** How many filters are set. */
  filters: number;
  /** Shorter searches that find something. */
  instead: string[];
  text: string;
}

/** What to drop of what was looked for, and the ways on. */
export function NothingFound({ wanted, filters, instead, text }: NothingFoundProps) {
  const { q, categoryId } = wanted;
  return (
    <EmptyState
      title="Nothing found"
      text={text}
      action={
        <>
          {instead.length > 0 ? (
            <p className={styles.instead}>
              These find something:{" "}
              {instead.map((words) => (
                <Link key={words} to={shopAddress({ q: words })}>
                  {words}
                </Link>
              ))}
            </p>
          ) : null}
          <ButtonLink to="/products">Show all products</ButtonLink>
          {q && filters > 0 ? (
            <p>
              <MoreLink to={shopAddress({ q })}>
                {filters === 1 && categoryId ? "Search all categories" : "Search without filters"}
              </MoreLink>
            </p>
          ) : null}
        </>
      }
    />
  );
}
