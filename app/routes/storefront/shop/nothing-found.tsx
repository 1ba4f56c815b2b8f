import { Link } from "@remix-run/react";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { chosenFilters, shopAddress, type Wanted } from "../shop-address";
import * as styles from "./styles.css";

interface NothingFoundProps {
  wanted: Wanted;
  /** Shorter searches that find something. */
  instead: string[];
}

/** What was looked for, what of it to drop, and the ways on. */
export function NothingFound({ wanted, instead }: NothingFoundProps) {
  const { q, categoryId } = wanted;
  const filters = chosenFilters(wanted, "");
  return (
    <EmptyState
      title="Nothing found"
      text={textOf(wanted, filters.length)}
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
          {q && filters.length > 0 ? (
            <p>
              <MoreLink to={shopAddress({ q })}>
                {filters.length === 1 && categoryId ? "Search all categories" : "Search without filters"}
              </MoreLink>
            </p>
          ) : null}
        </>
      }
    />
  );
}

function textOf({ q, categoryId }: Wanted, filters: number): string {
  const others = filters - (categoryId ? 1 : 0);
  if (q && others === 0)
    return `No product${categoryId ? ` in ${categoryId}` : ""} matches “${q}”. Try another word, or a shorter one.`;
  if (others > 0) return `No product${q ? ` for “${q}”` : ""} passes all of these filters. Remove one of them above.`;
  return `There is nothing in ${categoryId || "the shop"} at the moment. New products come in every week.`;
}
