import { MOST_LINES, type SavedLists } from "~/features/cart/schema";

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

export function writeWishlist(ids: string[]): string {
  return ids.join("~");
}

export function readWishlist(text: string | null): string[] {
  return [...new Set((text ?? "").split("~").filter((id) => ID.test(id)))].slice(0, MOST_LINES);
}
