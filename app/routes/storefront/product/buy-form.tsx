import { Link, useFetcher } from "@remix-run/react";
import { Heart } from "lucide-react";
import { Button } from "~/ui/button/button";
import { RoundButton } from "~/ui/button/round-button";
import { Icon } from "~/ui/icon/icon";
import { Stepper } from "~/ui/stepper/stepper";
import { ListsForm } from "../lists-form";
import type { ProductPage } from "./product-page";
import * as styles from "./styles.css";

/** How many, into the cart, onto the wishlist. Each button is off once the product is in. */
export function BuyForm({ page: { product, quantity, wished, inCart, formKey }, here }: { page: ProductPage; here: string }) {
  const fetcher = useFetcher();
  const sent = fetcher.formData?.get("intent");
  const isIn = inCart > 0;
  const closed = isIn || product.quantity === 0;
  const isWished = wished || sent === "wish";
  return (
    <div className={styles.buying}>
      <ListsForm fetcher={fetcher} product={product._id} returnTo={here} formKey={formKey} className={styles.buy}>
        {/* − and + count what will be added. */}
        <input type="hidden" name="counting" value="1" />
        <Stepper key={product._id} value={quantity} inPlace enterIntent={closed ? "set" : "cart"} />
        <Button name="intent" value="cart" disabled={closed} busy={sent === "cart"}>Add to Cart</Button>
        <RoundButton variant={["heart", "edged"]} name="intent" value="wish" pressed={isWished} disabled={isWished} label={isWished ? "In your wishlist" : "Add to wishlist"}>
          <Icon of={Heart} />
        </RoundButton>
      </ListsForm>
      <p className={styles.inCart} role="status">
        {isIn ? <>{inCart === 1 ? "It is in your cart." : `${inCart} of it are in your cart.`} <Link to="/shopping_cart">Go to your cart</Link></> : null}
      </p>
    </div>
  );
}
