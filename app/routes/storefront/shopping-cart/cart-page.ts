import type { CartLine } from "~/features/cart/schema";
import type { Tint } from "~/features/fields";
import type { StoredImage } from "~/ui/picture/stored-image";
import { firstPicture } from "../cards";

/** A line of the cart as the page shows it. */
export interface ShownLine extends Pick<CartLine, "quantity" | "subtotal" | "available" | "problem" | "was"> {
  id: string;
  /** Typed when the session ended, and not saved yet. */
  typed?: number;
  /** Null when the product is no longer sold: there is nothing more to say about it. */
  goods: { title: string; price: number; original?: number; image?: StoredImage; tint: Tint } | null;
}

export function shownLine(
  { product, productId, quantity, subtotal, available, problem, was }: CartLine,
  typed?: string,
): ShownLine {
  const image = product && firstPicture(product);
  return {
    id: productId,
    quantity,
    ...(Number(typed) > 0 && Number(typed) !== quantity && { typed: Math.trunc(Number(typed)) }),
    subtotal,
    available,
    problem,
    was,
    goods: product && {
      title: product.title,
      price: product.amount,
      tint: product.category.tint,
      ...(product.originalPrice !== undefined && { original: product.originalPrice }),
      ...(image && { image }),
    },
  };
}
