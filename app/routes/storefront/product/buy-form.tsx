import { Heart } from "lucide-react";
import { Button } from "~/ui/button/button";
import { RoundButton } from "~/ui/button/round-button";
import { Icon } from "~/ui/icon/icon";
import { Link } from "~/ui/link/link";
import { Stepper } from "~/ui/stepper/stepper";
import { ListsForm } from "../lists-form";
import { isSoldToday, type ProductPage } from "./product-page";
import { SizeChoice } from "./size-choice";
import * as styles from "./styles.css";

/** Which size and how many, into the cart, onto the wishlist. Each button is off once the product is in. */
export function BuyForm({ page, here }: { page: ProductPage; here: string }) {
  const { product, size, wished, inCart, formKey } = page;
  const pieces = inCart[size._id] ?? 0;
  const heart = (
    <ListsForm product={product._id} returnTo={here}>
      <RoundButton
        variant={["heart", "edged"]}
        name="intent"
        value="wish"
        pressed={wished}
        disabled={wished}
        label={wished ? "In your wishlist" : "Add to wishlist"}
      >
        <Icon of={Heart} />
      </RoundButton>
    </ListsForm>
  );
  const several = product.sizes.length > 1;
  // Another size can be chosen without a script, of which this page knows nothing yet.
  const closed = !isSoldToday(product) || (several ? product.left === 0 : pieces > 0 || size.left === 0);
  const counting = <Counting page={page} closed={closed} />;
  const buy = (
    <ListsForm
      returnTo={here}
      formKey={formKey}
      sendsChoices={several}
      {...(several ? { className: styles.buying } : { product: size._id, had: pieces, price: size.amount })}
    >
      {several ? (
        <>
          {/* The sizes stand within the form: a text browser knows no fields beside it. */}
          <SizeChoice sizes={product.sizes} chosen={size._id} inCart={inCart} />
          <div className={styles.buy}>{counting}</div>
        </>
      ) : (
        counting
      )}
    </ListsForm>
  );
  return (
    <div className={styles.buying}>
      {several ? (
        <>
          {buy}
          <div>{heart}</div>
        </>
      ) : (
        <div className={styles.buy}>
          {buy}
          {heart}
        </div>
      )}
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

/** How many, and the button: − and + count what will be added. */
function Counting({ page: { quantity }, closed }: { page: ProductPage; closed: boolean }) {
  return (
    <>
      <input type="hidden" name="counting" value="1" />
      <Stepper value={quantity} enterIntent={closed ? "set" : "cart"} />
      <Button name="intent" value="cart" disabled={closed}>
        Add to Cart
      </Button>
    </>
  );
}
