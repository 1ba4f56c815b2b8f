import { Button } from "~/ui/button/button";
import { RoundButton } from "~/ui/button/round-button";
import { SharedIcon } from "~/ui/icon/shared-icon";
import { Link } from "~/ui/link/link";
import { Stepper } from "~/ui/stepper/stepper";
import { ListsForm } from "../lists-form";
import { isSoldToday, type ProductPage } from "./product-page";
import { SizeChoice } from "./size-choice";
import * as styles from "./styles.css";

/** The choice of size and quantity, for cart or wishlist. Each button is off once the product is in its list. */
export function BuyForm({ page, here }: { page: ProductPage; here: string }) {
  const { product, size, wished, inCart, formKey } = page;
  const pieces = inCart[size._id] ?? 0;
  const hasSizes = product.sizes.length > 1;
  const hasNoPiece = (hasSizes ? product.left : size.left) === 0;
  const soldOut = !isSoldToday(product) || hasNoPiece;
  // Without scripts, the page does not know when another size is chosen, so with several sizes the button stays on.
  const closed = soldOut || (!hasSizes && pieces > 0);
  return (
    <div className={styles.buying}>
      <ListsForm
        returnTo={here}
        formKey={formKey}
        sendsChoices={hasSizes}
        className={styles.buying}
        {...(hasSizes ? {} : { product: size._id, had: pieces, price: size.amount })}
      >
        {/* The sizes are inside the form, because a text browser knows no fields outside of it. */}
        {hasSizes ? <SizeChoice sizes={product.sizes} chosen={size._id} inCart={inCart} /> : null}
        {/* If all sizes are sold out, none can be chosen. The heart still needs the product. */}
        {hasSizes && product.left === 0 ? <input type="hidden" name="product" value={product._id} /> : null}
        <div className={styles.buy}>
          <Counting page={page} closed={closed} soldOut={soldOut} hasNoPiece={hasNoPiece} />
          <RoundButton
            variant={["heart", "edged"]}
            name="intent"
            value="wish"
            pressed={wished}
            disabled={wished}
            formNoValidate
            label={wished ? "In your wishlist" : "Add to wishlist"}
          >
            <SharedIcon of="heart" />
          </RoundButton>
        </div>
      </ListsForm>
      <p className={styles.inCart} role="status">
        {pieces > 0 ? (
          <>
            {pieces === 1 ? "It is in your cart." : `${pieces} of it are in your cart.`}{" "}
            <Link to="/shopping_cart">Go to your cart</Link>
          </>
        ) : null}
      </p>
    </div>
  );
}

interface CountingProps {
  page: ProductPage;
  /** Whether nothing more of it can be added to the cart. */
  closed: boolean;
  /** Whether there is nothing to count. */
  soldOut: boolean;
  /** Whether its stock is used up. On a phone, only the button says so on the first screen. */
  hasNoPiece: boolean;
}

/** The quantity and the button. − and + count the pieces to add. */
function Counting({ page: { quantity }, closed, soldOut, hasNoPiece }: CountingProps) {
  return (
    <>
      {soldOut ? null : (
        <>
          <input type="hidden" name="counting" value="1" />
          <Stepper value={quantity} enterIntent={closed ? "set" : "cart"} />
        </>
      )}
      <Button name="intent" value="cart" disabled={closed}>
        {hasNoPiece ? "Out of Stock" : "Add to Cart"}
      </Button>
    </>
  );
}
