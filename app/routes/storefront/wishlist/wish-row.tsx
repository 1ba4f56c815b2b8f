import { useFetcher } from "@remix-run/react";
import { ShoppingCart, Trash2 } from "lucide-react";
import { small, soft } from "~/styles/text.css";
import { Button } from "~/ui/button/button";
import { RoundButton } from "~/ui/button/round-button";
import { classNames } from "~/ui/class-names/class-names";
import { Goods } from "~/ui/goods/goods";
import { Icon } from "~/ui/icon/icon";
import { Pill } from "~/ui/pill/pill";
import { Price } from "~/ui/price/price";
import { Cell, Row } from "~/ui/table/table";
import type { Card } from "../cards";
import { ListsForm } from "../lists-form";
import * as styles from "./styles.css";

const HERE = "/wishlist";

export interface Wish {
  id: string;
  /** Null when the product is no longer sold. */
  card: Card | null;
  /** How many of it lie in the cart. */
  inCart: number;
}

/** One product of the wishlist. Adding it again raises its quantity in the cart. */
export function WishRow({ wish: { id, card, inCart }, formKey }: { wish: Wish; formKey: string | null }) {
  const adding = useFetcher();
  const removing = useFetcher();
  const title = card?.title ?? "A product that is no longer sold";
  return (
    <Row className={removing.state === "idle" ? undefined : styles.leaving}>
      <Cell place="lead">
        <Goods
          title={title}
          to={card ? `/products/${id}` : undefined}
          image={card?.image}
          tint={card?.tint}
          size={72}
        />
      </Cell>
      <Cell label="Price" num>
        {card ? <Price amount={card.price} original={card.original} /> : "–"}
      </Cell>
      <Cell label="Stock Status">
        {card ? (
          <Pill tone={card.closed ? "honey" : card.soldOut ? "tomato" : "leaf"}>
            {card.closed ? "Stall closed" : card.soldOut ? "Out of Stock" : "Available"}
          </Pill>
        ) : (
          <Pill>No longer sold</Pill>
        )}
      </Cell>
      <Cell className={styles.actions}>
        <div className={styles.buttons}>
          {card ? (
            <ListsForm
              fetcher={adding}
              product={id}
              returnTo={HERE}
              had={inCart}
              price={card.price}
              formKey={formKey}
              className={styles.add}
            >
              <Button
                name="intent"
                value="cart"
                disabled={card.soldOut || card.closed}
                busy={adding.state !== "idle"}
                aria-label={`Add to Cart: ${title}`}
              >
                <Icon of={ShoppingCart} /> Add to Cart
              </Button>
              <span className={classNames(small, soft)} role="status">
                {inCart > 0 ? `${inCart} in your cart` : null}
              </span>
            </ListsForm>
          ) : null}
          <ListsForm fetcher={removing} product={id} returnTo={HERE}>
            <RoundButton name="intent" value="unwish" label={`Remove ${title}`}>
              <Icon of={Trash2} />
            </RoundButton>
          </ListsForm>
        </div>
      </Cell>
    </Row>
  );
}
