import { useFetcher } from "@remix-run/react";
import { Heart } from "lucide-react";
import { Button } from "~/ui/button/button";
import { RoundButton } from "~/ui/button/round-button";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Stepper } from "~/ui/stepper/stepper";
import { ListsForm } from "../lists-form";
import type { ProductPage } from "./product-page";
import * as styles from "./styles.css";

/** How many, into the cart, onto the wishlist. Each button is off once the product is in. */
export function BuyForm({
  page: { product, quantity, wished, inCart, formKey },
  here,
}: {
  page: ProductPage;
  here: string;
}) {
  // One each: a second post of the same fetcher would call back the first.
  const [carting, wishing] = [useFetcher(), useFetcher()];
  const isIn = inCart > 0;
  const closed = isIn || product.left === 0 || product.closedUntil !== null;
  const isWished = wished || wishing.formData !== undefined;
  return (
    <div className={styles.buying}>
      <div className={styles.buy}>
        <ListsForm
          fetcher={carting}
          product={product._id}
          returnTo={here}
          had={inCart}
          price={product.amount}
          formKey={formKey}
        >
          {/* − and + count what will be added. */}
          <input type="hidden" name="counting" value="1" />
          <Stepper key={product._id} value={quantity} inPlace enterIntent={closed ? "set" : "cart"} />
          <Button name="intent" value="cart" disabled={closed} busy={carting.formData?.get("intent") === "cart"}>
            Add to Cart
          </Button>
        </ListsForm>
        <ListsForm fetcher={wishing} product={product._id} returnTo={here}>
          <RoundButton
            variant={["heart", "edged"]}
            name="intent"
            value="wish"
            pressed={isWished}
            disabled={isWished}
            label={isWished ? "In your wishlist" : "Add to wishlist"}
          >
            <Icon of={Heart} />
          </RoundButton>
        </ListsForm>
      </div>
      <p className={styles.inCart} role="status">
        {isIn ? (
          <>
            {inCart === 1 ? "It is in your cart." : `${inCart} of it are in your cart.`}{" "}
            <Link to="/shopping_cart">Go to your cart</Link>
          </>
        ) : null}
      </p>
    </div>
  );
}
