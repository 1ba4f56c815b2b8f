import { Check, ShoppingCart, Trash2 } from "~/ui/icon/icons";
import { Button, ButtonLink } from "~/ui/button/button";
import { RoundButton } from "~/ui/button/round-button";
import { Goods } from "~/ui/goods/goods";
import { Icon } from "~/ui/icon/icon";
import { Pill } from "~/ui/pill/pill";
import { Price, UnitPrice } from "~/ui/price/price";
import { Cell, Row } from "~/ui/table/table";
import { leadOf, type Card } from "../cards";
import { ListsForm } from "../lists-form";
import * as styles from "./styles.css";

const HERE = "/wishlist";

export interface Wish {
  id: string;
  /** Null if the product is no longer sold. */
  card: Card | null;
  /** The number of pieces in the cart. */
  inCart: number;
}

/** One product of the wishlist. If it is in the cart, the row links to the cart. */
export function WishRow({ wish: { id, card, inCart }, formKey }: { wish: Wish; formKey: string | null }) {
  const title = card?.title ?? "A product that is no longer sold";
  return (
    <Row>
      <Cell place="lead">
        <Goods
          title={title}
          detail={card?.size}
          to={card ? `/products/${id}` : undefined}
          image={card?.image}
          tint={card?.tint}
          size={72}
        />
      </Cell>
      <Cell label="Price" num>
        {card ? (
          <>
            <Price amount={card.price} original={card.original} lead={leadOf(card)} />
            {card.unitPrice ? <UnitPrice {...card.unitPrice} /> : null}
          </>
        ) : (
          "–"
        )}
      </Cell>
      <Cell label="Stock Status">{card ? <Standing card={card} /> : <Pill>No longer sold</Pill>}</Cell>
      <Cell className={styles.actions}>
        <div className={styles.buttons}>
          {card?.sizes ? (
            <ButtonLink to={`/products/${id}#sizes`} aria-label={`Choose a size: ${title}`}>
              Choose a size
            </ButtonLink>
          ) : card && inCart === 0 ? (
            <ListsForm product={card.sizeId ?? id} returnTo={HERE} had={0} price={card.price} formKey={formKey}>
              <Button
                name="intent"
                value="cart"
                disabled={card.soldOut || card.closed || card.outOfSeason !== undefined}
                aria-label={`Add to Cart: ${title}`}
              >
                <Icon of={ShoppingCart} /> Add to Cart
              </Button>
            </ListsForm>
          ) : null}
          <span role="status">
            {inCart > 0 ? (
              <ButtonLink variant="quiet" to="/shopping_cart" aria-label={`${inCart} in your cart: ${title}`}>
                <Icon of={Check} /> {inCart} in your cart
              </ButtonLink>
            ) : null}
          </span>
          <ListsForm product={id} returnTo={HERE}>
            <RoundButton name="intent" value="unwish" label={`Remove ${title}`}>
              <Icon of={Trash2} />
            </RoundButton>
          </ListsForm>
        </div>
      </Cell>
    </Row>
  );
}

function Standing({ card: { closed, outOfSeason, soldOut, unreached } }: { card: Card }) {
  if (closed) return <Pill tone="honey">Stall closed</Pill>;
  if (outOfSeason !== undefined) return <Pill tone="honey">{outOfSeason}</Pill>;
  if (soldOut) return <Pill tone="tomato">Out of Stock</Pill>;
  return unreached === undefined ? <Pill tone="leaf">Available</Pill> : <Pill tone="honey">{unreached}</Pill>;
}
