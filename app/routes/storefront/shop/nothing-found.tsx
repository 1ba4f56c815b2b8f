import { SearchX } from "lucide-react";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { shopAddress, type Wanted } from "../shop-address";

interface NothingFoundProps {
  wanted: Wanted;
  /** How many filters are set. */
  filters: number;
  text: string;
}

/** Why nothing was found, and the ways on. */
export function NothingFound({ wanted, filters, text }: NothingFoundProps) {
  const { q, categoryId } = wanted;
  return (
    <EmptyState
      drawing={SearchX}
      title="Nothing found"
      text={text}
      action={
        <>
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
