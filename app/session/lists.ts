import { MOST_LINES, type SavedLists } from "~/features/cart/schema";

/** Of a product: 1 when it is in the wishlist, and 2 more when it is in the cart. */
export function marksIn({ carts, wishlist }: SavedLists): (productId: string) => number {
  const [inCart, wished] = [new Set(carts.map((line) => line.product)), new Set(wishlist)];
  return (productId) => (wished.has(productId) ? 1 : 0) + (inCart.has(productId) ? 2 : 0);
}

/* How a visitor's cart and wishlist are written into cookies: short, for they travel with every request. */

const ID = /^[0-9a-f]{24}$/;

export function writeCart(carts: SavedLists["carts"]): string {
  return carts.map((line) => `${line.product}.${line.quantity}`).join("~");
}

/** What of a cookie can be understood; it comes from outside. */
export function readCart(text: string | null): SavedLists["carts"] {
  const lines = (text ?? "").split("~").flatMap((part) => {
    const [product = "", quantity = ""] = part.split(".");
    return ID.test(product) && /^[1-9]\d{0,3}$/.test(quantity) ? [{ product, quantity: Number(quantity) }] : [];
  });
  return [...new Map(lines.map((line) => [line.product, line])).values()].slice(0, MOST_LINES);
}

/** The prices at which a visitor saw what is in the cart; a product goes by the end of its id. */
export function writePrices(carts: SavedLists["carts"]): string {
  return carts
    .flatMap(({ product, seen }) =>
      seen === undefined ? [] : [`${product.slice(-6)}.${Math.round(seen * 100).toString(36)}`],
    )
    .join("~");
}

/** The lines of a cart with what the cookie knows of their prices. */
export function withPrices(carts: SavedLists["carts"], text: string | null): SavedLists["carts"] {
  const prices = new Map(
    (text ?? "").split("~").flatMap((part) => {
      const [, product = "", cents = ""] = /^([0-9a-f]{6})\.([0-9a-z]{1,6})$/.exec(part) ?? [];
      return product ? [[product, parseInt(cents, 36) / 100] as const] : [];
    }),
  );
  return carts.map((line) => {
    const seen = prices.get(line.product.slice(-6));
    return seen === undefined ? line : { ...line, seen };
  });
}

export function writeWishlist(ids: string[]): string {
  return ids.join("~");
}

export function readWishlist(text: string | null): string[] {
  return [...new Set((text ?? "").split("~").filter((id) => ID.test(id)))].slice(0, MOST_LINES);
}
