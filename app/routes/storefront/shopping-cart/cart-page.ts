import type { CartLine } from "~/features/cart/schema";
import type { Tint } from "~/features/fields";
import type { StoredImage } from "~/ui/picture/stored-image";
import { dayInWords } from "~/features/days";
import { firstPicture, unitPriceOf } from "../cards";
import { sizeInWords } from "../size-words";

/** A line of the cart as the page shows it. */
export interface ShownLine extends Pick<CartLine, "quantity" | "subtotal" | "available" | "problem" | "was"> {
  id: string;
  /** A quantity that was typed when the session ended and is not saved yet. */
  typed?: number;
  /** Null if the product is no longer sold. The page then says nothing more about it. */
  goods: {
    title: string;
    /** The title with the size, if there are several sizes. */
    name: string;
    /** The page of the product, with this size chosen. */
    href: string;
    /** The size, or its content. */
    size: string;
    unitPrice?: { now: string; before?: string };
    /** Whether the price is a maximum, because the product is weighed at packing. */
    atMost?: true;
    price: number;
    original?: number;
    image?: StoredImage;
    tint: Tint;
    /** The last day of the stall's holiday, in words. */
    closedUntil?: string;
    /** The day on which a product that is out of season is back, in words. */
    backOn?: string;
  } | null;
}

/** The lines of the cart from one stall. */
export interface StallLines {
  /** The merchant's id. Null for products that are no longer sold. */
  id: string | null;
  name: string;
  lines: ShownLine[];
}

/** The lines of a cart by stall. Each stall comes in the place of its first line, products no longer sold come last. */
export function byStall(lines: { line: CartLine; shown: ShownLine }[]): StallLines[] {
  const stalls = new Map<string | null, StallLines>();
  for (const { line, shown } of lines) {
    const { _id: id, storeName: name } = line.product?.merchant ?? { _id: null, storeName: "No longer sold" };
    const stall = stalls.get(id) ?? { id, name: name || "A stall without a name", lines: [] };
    stalls.set(id, stall);
    stall.lines.push(shown);
  }
  const stallOfGone = stalls.get(null);
  return [...[...stalls.values()].filter((stall) => stall !== stallOfGone), ...(stallOfGone ? [stallOfGone] : [])];
}

export function shownLine(
  { product, size, productId, variantId, quantity, subtotal, available, problem, was }: CartLine,
  typedQuantity?: string,
): ShownLine {
  const image = product && firstPicture(product);
  return {
    id: variantId || productId,
    quantity,
    ...(Number(typedQuantity) > 0 &&
      Number(typedQuantity) !== quantity && { typed: Math.trunc(Number(typedQuantity)) }),
    subtotal,
    available,
    problem,
    was,
    goods: product && {
      title: product.title,
      name: size?.name ? `${product.title}, ${size.name}` : product.title,
      href: `/products/${product._id}${size?.name ? `?size=${size._id}` : ""}`,
      size: size ? sizeInWords(size) : "",
      ...(size && unitPriceOf(size)),
      ...(size?.weighed && { atMost: true as const }),
      price: size?.amount ?? product.amount,
      tint: product.category.tint,
      ...(size?.originalPrice !== undefined && { original: size.originalPrice }),
      ...(product.merchant.closedUntil && { closedUntil: dayInWords(product.merchant.closedUntil) }),
      ...(product.season?.backOn && { backOn: dayInWords(product.season.backOn) }),
      ...(image && { image }),
    },
  };
}
