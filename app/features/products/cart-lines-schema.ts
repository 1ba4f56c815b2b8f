import { id, quantity } from "~/features/fields";
import { variantId } from "./schema";
import { z } from "~/features/zod";

/* Lines of a cart from a browser or a program: products in a size. Carts, delivery methods and checkouts take them. */

/**
 * The most lines that a cart, and the most products that a wishlist, can hold. They must fit into a cookie, and into a
 * page that is rendered within 50 ms (100 lines took 60 to 75, and 350 KB).
 */
export const MOST_LINES = 50;

export const cartItem = z
  .object({
    product: id,
    variant: variantId.optional().describe("The size; left out, the only one is meant."),
    quantity,
  })
  .meta({ id: "CartItem" });
export type CartItem = z.infer<typeof cartItem>;

/** The price of a piece as the buyer last saw it. */
export const priceSeen = z
  .number({ error: "A price is a number of dollars." })
  .min(0, "A price is not below zero.")
  .max(1_000_000, "That price is too high.")
  .optional()
  .describe("Dollars at which the buyer last saw a piece; another price is announced.");

/** The id of the size that a line is about. Carts tell their lines apart by it. */
export const sizeIdOf = (line: { product: string; variant?: string | undefined }): string =>
  line.variant ?? line.product;
/** The product that a size belongs to: a size's id begins with its product's. */
export const productOf = (sizeId: string): string => sizeId.slice(0, 24);

/** A line of a cart, with the price at which it was seen. */
export const seenItem = cartItem.extend({ seen: priceSeen }).meta({ id: "SeenCartItem" });
export type SeenItem = z.infer<typeof seenItem>;

function cartOf<Item extends typeof cartItem>(item: Item) {
  return z
    .array(item, { error: "carts must be a list of { product, variant, quantity }." })
    .max(MOST_LINES, `A cart can hold at most ${MOST_LINES} products.`)
    .refine(
      (lines) => new Set(lines.map(sizeIdOf)).size === lines.length,
      "Each size of a product can stand in the cart once.",
    );
}

export const carts = cartOf(cartItem);
export const seenCarts = cartOf(seenItem);

export const cartQuote = z.object({ carts: seenCarts });
