import { Check, ChevronRight } from "~/ui/icon/icons";
import { RoundButton, RoundLink } from "~/ui/button/round-button";
import { classNames } from "~/ui/class-names/class-names";
import { QuickForm } from "~/ui/form/quick-form";
import { Icon } from "~/ui/icon/icon";
import { SharedIcon } from "~/ui/icon/shared-icon";
import { Link } from "~/ui/link/link";
import { Picture, type PictureProps } from "~/ui/picture/picture";
import { Pill } from "~/ui/pill/pill";
import { Price, UnitPrice, type PriceLead, type UnitPriceProps } from "~/ui/price/price";
import { Stars } from "~/ui/stars/stars";
import * as styles from "./product-card.css";

export type ProductCardProps = Pick<PictureProps, "image" | "tint" | "eager" | "fit" | "shown"> & {
  /** Posted as `product`. */
  id: string;
  /** Posted as `product` by the cart button, where its only size has another id. */
  sizeId?: string | undefined;
  /** The content, or the names of its sizes: on a line of its own, so that it is never cut off. */
  size?: string | undefined;
  unitPrice?: UnitPriceProps | undefined;
  /** Words before the price. */
  lead?: PriceLead | undefined;
  /** How many sizes it is sold in, where there are several: the cart button leads to them. */
  sizes?: number | undefined;
  href: string;
  title: string;
  rating?: number | null | undefined;
  /** The number of reviews that the rating is the mean of. */
  reviews?: number | undefined;
  /** In dollars. */
  price: number;
  /** In dollars, when the price is lowered. */
  original?: number | null;
  soldOut?: boolean;
  /** Its stall is on holiday, so it is not sold now. */
  closed?: boolean;
  /** Set if it is out of season, and not sold: when it is back. */
  outOfSeason?: string | undefined;
  /** Set if it may not reach the viewer's place: words that say so. */
  unreached?: string | undefined;
  stall?: { name: string; href: string };
  wished: boolean;
  inCart: boolean;
  /** Takes `intent` (wish, unwish, cart, uncart), `product`, `returnTo`, and `seen`, the price. By default the page. */
  formAction?: string;
  /** Posted as `returnTo`: the page that shows the result. */
  returnTo: string;
  hiddenInputs?: Record<string, string>;
  /** For those who cannot buy, such as merchants: no buttons. */
  readOnly?: boolean;
};

/** One product in a grid: an `<li>`. Its buttons post a plain form, whose answer scripts show in place. */
export function ProductCard(props: ProductCardProps) {
  const {
    id,
    href,
    title,
    rating,
    reviews,
    price,
    original,
    soldOut,
    closed,
    outOfSeason,
    unreached,
    stall,
    readOnly,
    returnTo,
    ...rest
  } = props;
  const { formAction, hiddenInputs } = rest;
  const { wished, inCart, image, tint, eager, fit, shown, sizeId, size, sizes, lead, unitPrice } = rest;
  const postedFields = { product: sizeId ?? id, returnTo, seen: price, ...hiddenInputs };
  const notSold = soldOut || closed || outOfSeason !== undefined;
  const stars = <Stars rating={rating} count={reviews} />;

  return (
    <li className={classNames(styles.card, notSold && styles.soldOut)}>
      <Picture image={image} tint={tint} eager={eager} fit={fit} shown={shown} />
      {closed ? (
        <Pill tone="honey" className={styles.sign}>
          Stall closed
        </Pill>
      ) : outOfSeason !== undefined ? (
        <Pill tone="honey" className={styles.sign}>
          {outOfSeason}
        </Pill>
      ) : soldOut ? (
        <Pill tone="tomato" className={styles.sign}>
          Out of Stock
        </Pill>
      ) : unreached !== undefined ? (
        <Pill tone="honey" className={styles.sign}>
          {unreached}
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
      <p className={styles.size}>{size}</p>
      <Price amount={price} original={original} lead={lead} />
      {unitPrice ? <UnitPrice {...unitPrice} /> : null}
      {stall ? (
        <Link className={styles.stall} to={stall.href}>
          {stall.name}
        </Link>
      ) : null}
      {readOnly ? (
        <div className={styles.foot}>{stars}</div>
      ) : (
        <QuickForm action={formAction} className={styles.form}>
          {Object.entries(postedFields).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <RoundButton
            variant={["heart", "onPicture"]}
            className={styles.heart}
            name="intent"
            value={wished ? "unwish" : "wish"}
            pressed={wished}
            label="Wishlist"
            of={title}
          >
            <SharedIcon of="heart" />
          </RoundButton>
          <div className={styles.foot}>
            {stars}
            {sizes === undefined ? (
              <RoundButton
                variant="cart"
                name="intent"
                value={inCart ? "uncart" : "cart"}
                pressed={inCart}
                disabled={notSold && !inCart}
                label={inCart ? "In cart" : "Add to Cart"}
                of={title}
              >
                {inCart ? <Icon of={Check} /> : <SharedIcon of="cart" />}
              </RoundButton>
            ) : (
              <RoundLink variant="cart" to={`${href}#sizes`} label={`Choose a size of ${title}`}>
                <Icon of={ChevronRight} />
              </RoundLink>
            )}
          </div>
        </QuickForm>
      )}
    </li>
  );
}
