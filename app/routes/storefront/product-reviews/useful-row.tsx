import { Button } from "~/ui/button/button";
import { QuickForm } from "~/ui/form/quick-form";
import { Link } from "~/ui/link/link";
import { useMayBuy } from "../shop-card";

/** Buttons to mark a review as useful and to report it. */
export function UsefulRow({ productId, review }: { productId: string; review: { _id: string; useful: number } }) {
  const address = `/products/${productId}/reviews`;
  const count = review.useful > 0 ? ` (${review.useful})` : "";
  return (
    <>
      {useMayBuy() ? (
        <QuickForm action={address}>
          <input type="hidden" name="review" value={review._id} />
          <Button variant="quiet" name="intent" value="useful">
            Useful{count}
          </Button>
        </QuickForm>
      ) : null}
      <Link to={`${address}/${review._id}/report`} rel="nofollow">
        Report
      </Link>
    </>
  );
}
