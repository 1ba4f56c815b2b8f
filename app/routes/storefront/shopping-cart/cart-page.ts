import type { CartLine } from "~/features/cart/schema";
import type { Tint } from "~/features/fields";
import type { StoredImage } from "~/ui/picture/stored-image";
import { firstPicture } from "../cards";

/** A line of the cart as the page shows it. */
export interface ShownLine extends Pick<CartLine, "quantity" | "subtotal" | "available" | "problem"> {
  id: string;
  /** Null when the product is no longer sold: there is nothing more to say about it. */
  goods: { title: string; price: number; original?: number; image?: StoredImage; tint: Tint } | null;
}

export function shownLine({ product, productId, quantity, subtotal, available, problem }: CartLine): ShownLine {
  const image = product && firstPicture(product);
  return {
    id: productId,
    quantity,
    subtotal,
    available,
    problem,
    goods: product && {
      title: product.title,
      price: product.amount,
      tint: product.category.tint,
      ...(product.originalPrice !== undefined && { original: product.originalPrice }),
      ...(image && { image }),
    },
  };
}
