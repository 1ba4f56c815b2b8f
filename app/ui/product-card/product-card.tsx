import { useFetcher } from "@remix-run/react";
import { Check } from "lucide-react";
import type { FormEvent } from "react";
import { RoundButton } from "~/ui/button/round-button";
import { classNames } from "~/ui/class-names/class-names";
import { FetcherForm } from "~/ui/form/fetcher-form";
import { Icon } from "~/ui/icon/icon";
import { SharedIcon } from "~/ui/icon/shared-icon";
import { Link } from "~/ui/link/link";
import { Picture, type PictureProps } from "~/ui/picture/picture";
import { Pill } from "~/ui/pill/pill";
import { Price } from "~/ui/price/price";
import { Stars } from "~/ui/stars/stars";
import * as styles from "./product-card.css";

export type ProductCardProps = Pick<PictureProps, "image" | "tint" | "eager" | "fit" | "shown"> & {
  /** Posted as `product`. */
  id: string;
  href: string;
  title: string;
  rating?: number | null;
  /** In dollars. */
  price: number;
  /** In dollars, when the price is lowered. */
  original?: number | null;
  soldOut?: boolean;
  /** Its stall is on holiday: it is not sold now. */
  closed?: boolean;
  stall?: { name: string; href: string };
  wished: boolean;
  inCart: boolean;
  /** Takes `intent` (wish, unwish, cart, uncart), `product`, `returnTo`, and `seen`, the price. By default the page itself. */
  formAction?: string;
  /** Posted as `returnTo`: where a browser without scripts comes back to. */
  returnTo: string;
  hiddenInputs?: Record<string, string>;
  /** For those who cannot buy, such as merchants: no buttons. */
  readOnly?: boolean;
};

/** One product in a grid: an `<li>`. The buttons toggle at once with scripts and post the page without. */
export function ProductCard(props: ProductCardProps) {
  const { id, href, title, rating, price, original, soldOut, closed, stall, readOnly, returnTo, ...rest } = props;
  const { formAction, hiddenInputs } = rest;
  const { wished, inCart, image, tint, eager, fit, shown } = rest;
  // One each: a second post of the same fetcher would call back the first.
  const [wishing, carting] = [useFetcher(), useFetcher()];
  const [wish, cart] = [wishing.formData?.get("intent"), carting.formData?.get("intent")];
  // Shows what was asked for until the answer is in.
  const isWished = wish === "wish" || (wish !== "unwish" && wished);
  const isInCart = cart === "cart" || (cart !== "uncart" && inCart);
  const posted = { product: id, returnTo, seen: price, ...hiddenInputs };
  /** The form is the cart's; its heart is the other fetcher's. */
  const post = (event: FormEvent<HTMLFormElement>) => {
    const pressed = (event.nativeEvent as SubmitEvent).submitter;
    if (!(pressed instanceof HTMLButtonElement) || !pressed.value.endsWith("wish")) return;
    event.preventDefault();
    wishing.submit(pressed);
  };

  return (
    <li className={classNames(styles.card, (soldOut || closed) && styles.soldOut)}>
      <Picture image={image} tint={tint} eager={eager} fit={fit} shown={shown} />
      {closed ? (
        <Pill tone="honey" className={styles.sign}>
          Stall closed
        </Pill>
      ) : soldOut ? (
        <Pill tone="tomato" className={styles.sign}>
          Out of Stock
        </Pill>
      ) : original != null && original > price ? (
        <Pill tone="sale" className={styles.sign}>
          Sale
        </Pill>
      ) : null}
      <h3>
        <Link className={styles.title} to={href}>
          {title}
        </Link>
      </h3>
      {stall ? (
        <Link className={styles.stall} to={stall.href}>
          {stall.name}
        </Link>
      ) : null}
      <Stars rating={rating} />
      {readOnly ? (
        <div className={styles.foot}>
          <Price amount={price} original={original} />
        </div>
      ) : (
        <FetcherForm fetcher={carting} action={formAction} className={styles.form} onSubmit={post}>
          {Object.entries(posted).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <RoundButton
            variant={["heart", "onPicture"]}
            className={styles.heart}
            name="intent"
            value={isWished ? "unwish" : "wish"}
            pressed={isWished}
            label="Wishlist"
            of={title}
          >
            <SharedIcon of="heart" />
          </RoundButton>
          <div className={styles.foot}>
            <Price amount={price} original={original} />
            <RoundButton
              variant="cart"
              name="intent"
              value={isInCart ? "uncart" : "cart"}
              pressed={isInCart}
              disabled={(soldOut || closed) && !isInCart}
              label={isInCart ? "In cart" : "Add to Cart"}
              of={title}
            >
              {isInCart ? <Icon of={Check} /> : <SharedIcon of="cart" />}
            </RoundButton>
          </div>
        </FetcherForm>
      )}
    </li>
  );
}
