import type { CartLine } from "~/features/cart/schema";
import type { Tint } from "~/features/fields";
import type { StoredImage } from "~/ui/picture/stored-image";
import { dayInWords } from "~/features/days";
import { firstPicture, unitPriceOf } from "../cards";
import { sizeInWords } from "../size-words";

/** A line of the cart as the page shows it. */
export interface ShownLine extends Pick<CartLine, "quantity" | "subtotal" | "available" | "problem" | "was"> {
  id: string;
  /** Typed when the session ended, and not saved yet. */
  typed?: number;
  /** Null when the product is no longer sold: there is nothing more to say about it. */
  goods: {
    title: string;
    /** The title with the size, where there are several. */
    name: string;
    /** The page of the product, with this size chosen. */
    href: string;
    /** The size, or what it contains. */
    size: string;
    unitPrice?: { now: string; before?: string };
    /** The price is the most that it comes to: it is weighed at packing. */
    atMost?: true;
    price: number;
    original?: number;
    image?: StoredImage;
    tint: Tint;
    /** While the stall is on holiday: the last day of it, as people read it. */
    closedUntil?: string;
    /** Outside of its season: the day on which it is back, as people read it. */
    backOn?: string;
  } | null;
}

/** The lines of the cart from one stall. */
export interface StallLines {
  /** The merchant's id; null for what is no longer sold. */
  id: string | null;
  name: string;
  lines: ShownLine[];
}

/** The lines of a cart by stall, each stall where its first line stands; what is no longer sold comes last. */
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
