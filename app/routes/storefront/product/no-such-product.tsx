import { ButtonLink, MoreLink } from "~/ui/button/button";
import { EmptyState } from "~/ui/empty-state/empty-state";

/** Shown in place of a product that does not exist or is no longer sold. */
export function NoSuchProduct() {
  return (
    <EmptyState
      headingLevel={1}
      title="Product not found"
      text="This product is no longer sold, or the link to it is not complete."
      action={
        <>
          <ButtonLink to="/products">Show all products</ButtonLink>
          <p>
            <MoreLink to="/">Back to the home page</MoreLink>
          </p>
        </>
      }
    />
  );
}
