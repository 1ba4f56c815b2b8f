import { ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";
import { shopAddress, type Wanted } from "../shop-address";

/** What was looked for, and the ways on. */
export function NothingFound({ wanted: { q, categoryId } }: { wanted: Wanted }) {
  return (
    <EmptyState
      title="Nothing found"
      text={
        q
          ? `No product${categoryId ? ` in ${categoryId}` : ""} matches “${q}”. Try another word, or a shorter one.`
          : `There is nothing in ${categoryId || "the shop"} at the moment. New products come in every week.`
      }
      action={
        <>
          <ButtonLink to="/products">Show all products</ButtonLink>
          {q && categoryId ? (
            <p>
              <MoreLink to={shopAddress({ q })}>Search all categories</MoreLink>
            </p>
          ) : null}
        </>
      }
    />
  );
}
