import { SearchX } from "~/ui/icon/icons";
import { ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { shopAddress, type Wanted } from "../shop-address";

interface NothingFoundProps {
  wanted: Wanted;
  /** The number of set filters. */
  filters: number;
  text: string;
}

/** Says why nothing was found, with links to go on. */
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
