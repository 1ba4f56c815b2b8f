import { MOST_LINES, productOf, sizeIdOf, type SavedLists } from "~/features/cart/schema";

/** Marks of a product: 1 when it is in the wishlist, and 2 more when it is in the cart. */
export function marksIn({ carts, wishlist }: SavedLists): (productId: string) => number {
  const [inCart, wishedIds] = [new Set(carts.map((line) => line.product)), new Set(wishlist)];
  return (productId) => (wishedIds.has(productId) ? 1 : 0) + (inCart.has(productId) ? 2 : 0);
}

/* The format of a visitor's cart and wishlist in cookies. It is short, because they are sent with every request. */

const ID = /^[0-9a-f]{24}$/;
const SIZE = /^[0-9a-f]{24}(-[1-9]\d{0,3})?$/;

export function writeCart(carts: SavedLists["carts"]): string {
  return carts.map((line) => `${sizeIdOf(line)}.${line.quantity}`).join("~");
}

/** The valid lines of a cookie, which comes from outside. */
export function readCart(text: string | null): SavedLists["carts"] {
  const lines = (text ?? "").split("~").flatMap((part) => {
    const [variant = "", quantity = ""] = part.split(".");
    return SIZE.test(variant) && /^[1-9]\d{0,3}$/.test(quantity)
      ? [{ product: productOf(variant), variant, quantity: Number(quantity) }]
      : [];
  });
  return [...new Map(lines.map((line) => [line.variant, line])).values()].slice(0, MOST_LINES);
}

/** The prices at which a visitor saw the products in the cart, each by the end of its size's id. */
export function writePrices(carts: SavedLists["carts"]): string {
  return carts
    .flatMap((line) =>
      line.seen === undefined ? [] : [`${endOf(sizeIdOf(line))}.${Math.round(line.seen * 100).toString(36)}`],
    )
    .join("~");
}

/** The last six digits of the product's id, and the size's number. */
const endOf = (sizeId: string) => sizeId.slice(18);

/** The lines of a cart with the prices that the cookie has for them. */
export function withPrices(carts: SavedLists["carts"], text: string | null): SavedLists["carts"] {
  const prices = new Map(
    (text ?? "").split("~").flatMap((part) => {
      const [, size = "", cents = ""] = /^([0-9a-f]{6}(?:-\d{1,4})?)\.([0-9a-z]{1,6})$/.exec(part) ?? [];
      return size ? [[size, parseInt(cents, 36) / 100] as const] : [];
    }),
  );
  return carts.map((line) => {
    const seenPrice = prices.get(endOf(sizeIdOf(line)));
    return seenPrice === undefined ? line : { ...line, seen: seenPrice };
  });
}

export function writeWishlist(ids: string[]): string {
  return ids.join("~");
}

export function readWishlist(text: string | null): string[] {
  return [...new Set((text ?? "").split("~").filter((id) => ID.test(id)))].slice(0, MOST_LINES);
}
