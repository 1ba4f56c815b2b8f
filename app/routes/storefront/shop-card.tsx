import { useRootData } from "~/routes/shared/root-data";
import { ProductCard, type ProductCardProps } from "~/ui/product-card/product-card";
import type { Card } from "./cards";
import { LISTS, useListsAnswer } from "./lists-form";

export interface ShopCardProps extends Pick<ProductCardProps, "eager" | "shown" | "returnTo"> {
  card: Card;
  formKey: string | null;
}

/**
 * A product's card that changes the cart and the wishlist. Merchants and operators cannot buy: theirs has no buttons.
 */
export function ShopCard({ card, formKey, ...rest }: ShopCardProps) {
  const answer = useListsAnswer(formKey);
  return (
    <ProductCard
      {...rest}
      id={card.id}
      href={`/products/${card.id}`}
      title={card.title}
      rating={card.rating}
      price={card.price}
      original={card.original}
      image={card.image}
      tint={card.tint}
      soldOut={card.soldOut}
      wished={card.wished === true}
      inCart={card.inCart === true}
      formAction={LISTS}
      hiddenInputs={card.inCart ? answer : { ...answer, had: "0" }}
      readOnly={!useMayBuy()}
    />
  );
}

/** Visitors and buyers may; a signed-in merchant or operator has no cart. */
export function useMayBuy(): boolean {
  const user = useRootData()?.user;
  return !user || user.privilege === "buyer";
}
