import { useRootData } from "~/routes/shared/root-data";
import { ProductCard, type ProductCardProps } from "~/ui/product-card/product-card";
import { Variants } from "~/ui/variants/variants";
import { leadOf, type Card } from "./cards";
import { LISTS } from "./lists-form";

const MARKS = [0, 1, 2, 3];
/** The number of a list's cards on a phone's first screen. Their pictures are loaded at once. */
export const EAGER = 2;

export interface ShopCardProps extends Pick<ProductCardProps, "eager" | "shown" | "returnTo"> {
  card: Card;
  formKey: string | null;
}

/**
 * A product's card that changes the cart and the wishlist. Merchants and operators cannot buy, so their cards have no
 * buttons.
 */
export function ShopCard({ card, formKey, ...rest }: ShopCardProps) {
  const keyed: Record<string, string> = formKey ? { _key: formKey } : {};
  const readOnly = !useMayBuy();
  return (
    <Variants of={readOnly ? 0 : (card.marks ?? 0)} among={MARKS}>
      {(marks) => {
        const [isWished, inCart] = [marks === 1 || marks === 3, marks === 2 || marks === 3];
        return (
          <ProductCard
            {...rest}
            id={card.id}
            sizeId={card.sizeId}
            size={card.size}
            unitPrice={card.unitPrice}
            sizes={card.sizes}
            lead={leadOf(card)}
            href={`/products/${card.id}`}
            title={card.title}
            rating={card.rating}
            reviews={card.reviews}
            price={card.price}
            original={card.original}
            image={card.image}
            tint={card.tint}
            soldOut={card.soldOut}
            closed={card.closed}
            outOfSeason={card.outOfSeason}
            unreached={card.unreached}
            stall={card.stall && { name: card.stall.name, href: `/stalls/${card.stall.id}` }}
            wished={isWished}
            inCart={inCart}
            formAction={LISTS}
            hiddenInputs={inCart ? keyed : { ...keyed, had: "0" }}
            readOnly={readOnly}
          />
        );
      }}
    </Variants>
  );
}

/** Visitors and buyers may buy. A signed-in merchant or operator has no cart. */
export function useMayBuy(): boolean {
  const user = useRootData()?.user;
  return !user || user.privilege === "buyer";
}
