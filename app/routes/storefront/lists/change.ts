import { MOST_LINES, productOf, sizeIdOf, type SavedLists } from "~/features/cart/schema";

/* The change of cart or wishlist that a form asks for, and a visitor's lists after it. Source: specification §4. */

const MOST_PIECES = 9999;

/** Add to the cart, remove from it, add to the wishlist, remove from it. */
const INTENTS = ["cart", "uncart", "wish", "unwish"] as const;
type Intent = (typeof INTENTS)[number];

/** A change for both kinds of lists, an account's and a visitor's. The id of its size identifies a line of the cart. */
export type Change =
  | { of: "cart"; size: string; add: number; had?: number; seen?: number }
  | { of: "cart"; size: string; remove: true }
  | { of: "wishlist"; product: string; wished: boolean };

export interface Posted {
  intent: Intent;
  product: string;
  /** The id of the chosen size. For one size of a product, it is the product's own id. */
  size: string;
  /** The value of the quantity field, at least 1. Null if the form has none. */
  quantity: number | null;
  /** The number of pieces in the cart when the form was made. Null if the form does not say. */
  had: number | null;
  /** The price of a piece on that page, in dollars. Null if the form does not say. */
  seen: number | null;
}

/** Reads a posted form. Null if it makes no sense. */
export function readPosted(form: FormData): Posted | null {
  const [intent, size] = [INTENTS.find((candidate) => candidate === form.get("intent")), form.get("product") ?? ""];
  if (!intent || typeof size !== "string") return null;
  if (!/^[0-9a-f]{24}(-[1-9]\d{0,3})?$/.test(size)) return null;
  // A form with a choice of sizes has a field for each.
  const had = form.get("had") ?? form.get(`had.${size}`);
  return {
    intent,
    product: productOf(size),
    size,
    quantity: quantityIn(form.get("quantity")),
    had: typeof had === "string" && /^\d{1,4}$/.test(had) ? Number(had) : null,
    seen: priceIn(form.get("seen") ?? form.get(`seen.${size}`)),
  };
}

/** The price in dollars that a form's page showed. Null if there is none. */
export function priceIn(text: FormDataEntryValue | null): number | null {
  return typeof text === "string" && /^\d{1,6}(\.\d{1,2})?$/.test(text) ? Number(text) : null;
}

/** A typed quantity as a whole number from 1 to 9,999. Null if none was typed. */
export function quantityIn(text: FormDataEntryValue | null): number | null {
  if (typeof text !== "string" || text.trim() === "" || !Number.isFinite(Number(text))) return null;
  return Math.min(MOST_PIECES, Math.max(1, Math.trunc(Number(text))));
}

/** The quantity after − or +. It counts from the value in the field, so that the same post twice counts once. */
export function steppedQuantity(intent: "set" | "less" | "more", quantity: number): number {
  if (intent === "less") return Math.max(1, quantity - 1);
  return intent === "more" ? Math.min(MOST_PIECES, quantity + 1) : quantity;
}

/** The change that a form asks for. */
export function changeFor({ intent, product, size, quantity, had, seen }: Posted): Change {
  switch (intent) {
    case "cart":
      return { of: "cart", size, add: quantity ?? 1, ...(had !== null && { had }), ...(seen !== null && { seen }) };
    case "uncart":
      return { of: "cart", size, remove: true };
    case "wish":
    case "unwish":
      return { of: "wishlist", product, wished: intent === "wish" };
  }
}

/**
 * Whether the same form was posted before: the cart then has what the form saw plus what it adds. A second press, or a
 * post repeated on a bad connection, then adds nothing. This needs no key and no memory.
 */
export function isDone(change: Change, quantity: number): boolean {
  return "add" in change && change.had !== undefined && quantity === Math.min(MOST_PIECES, change.had + change.add);
}

/** A visitor's lists after a change, or which of them is full. */
export function changedLists(
  { carts, wishlist }: SavedLists,
  change: Change,
): Partial<SavedLists> | "cart-full" | "wishlist-full" {
  if (change.of === "wishlist") {
    const otherIds = wishlist.filter((id) => id !== change.product);
    if (!change.wished) return { wishlist: otherIds };
    if (wishlist.includes(change.product)) return { wishlist };
    return otherIds.length < MOST_LINES ? { wishlist: [change.product, ...otherIds] } : "wishlist-full";
  }
  const { size } = change;
  if ("remove" in change) return { carts: carts.filter((line) => sizeIdOf(line) !== size) };
  const lineInCart = carts.find((line) => sizeIdOf(line) === size);
  if (isDone(change, lineInCart?.quantity ?? 0)) return { carts };
  const quantity = Math.min(MOST_PIECES, (lineInCart?.quantity ?? 0) + change.add);
  const priceShown = change.seen !== undefined && { seen: change.seen };
  const line = { product: productOf(size), variant: size, quantity, ...priceShown };
  if (lineInCart)
    return { carts: carts.map((cartLine) => (cartLine === lineInCart ? { ...lineInCart, ...line } : cartLine)) };
  return carts.length < MOST_LINES ? { carts: [...carts, line] } : "cart-full";
}
