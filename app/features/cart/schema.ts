import { dollars, id, quantity } from "~/features/fields";
import { product } from "~/features/catalogue/schema";
import { z } from "~/features/zod";

/* Cart and wishlist, and what a cart comes to today. Source: specification §3, §4. */

/**
 * The most lines a cart, and the most products a wishlist, can hold: what fits into a cookie, and into a page that is
 * rendered within 50 ms (100 lines took 60 to 75, and 350 KB).
 */
export const MOST_LINES = 50;

export const cartItem = z.object({ product: id, quantity }).meta({ id: "CartItem" });
export type CartItem = z.infer<typeof cartItem>;

const seen = z
  .number({ error: "A price is a number of dollars." })
  .min(0, "A price is not below zero.")
  .max(1_000_000, "That price is too high.")
  .optional()
  .describe("Dollars at which the buyer last saw a piece; another price is announced.");

/** A line of a cart, with the price at which it was seen. */
export const seenItem = cartItem.extend({ seen }).meta({ id: "SeenCartItem" });
export type SeenItem = z.infer<typeof seenItem>;

function cartOf<Item extends typeof cartItem>(item: Item) {
  return z
    .array(item, { error: "carts must be a list of { product, quantity }." })
    .max(MOST_LINES, `A cart can hold at most ${MOST_LINES} products.`)
    .refine(
      (lines) => new Set(lines.map((line) => line.product)).size === lines.length,
      "Each product can stand in the cart once.",
    );
}

export const carts = cartOf(cartItem);
export const seenCarts = cartOf(seenItem);

export const cartQuote = z.object({ carts: seenCarts });

/** A line of a cart as it is today. `problem` says why it cannot be ordered as it stands. */
export const cartLine = z.object({
  product: product.nullable().describe("Null when the product is no longer sold."),
  productId: z.string(),
  quantity: z.number().int(),
  subtotal: dollars,
  available: z.number().int().describe("Pieces that can be ordered now."),
  problem: z
    .enum(["gone", "closed", "sold-out", "too-many"])
    .nullable()
    .describe("closed: the stall is on holiday, until product.merchant.closedUntil."),
  was: dollars.nullable().describe("What a piece cost when the buyer last saw it, where it costs something else now."),
});
export type CartLine = z.infer<typeof cartLine>;

export const quotedCart = z
  .object({
    lines: z.array(cartLine),
    cartTotal: dollars.describe("Sum over the lines that are still sold."),
    orderable: z.boolean().describe("There are lines, and none has a problem."),
  })
  .meta({ id: "QuotedCart" });
export type QuotedCart = z.infer<typeof quotedCart>;

/** What is saved with a signed-in buyer's account. */
export const savedLists = z
  .object({
    carts: z.array(z.object({ product: z.string(), quantity: z.number().int(), seen: dollars.optional() })),
    wishlist: z.array(z.string()).describe("Ids of products, last added first."),
  })
  .meta({ id: "SavedLists" });
export type SavedLists = z.infer<typeof savedLists>;

/** Merges a visitor's lists into the account's: the larger quantity wins. */
export const mergeLists = z.object({
  carts: seenCarts.default([]),
  wishlist: z.array(id).max(MOST_LINES, `A wishlist can hold at most ${MOST_LINES} products.`).default([]),
});

/** Either sets the quantity, or adds to it. */
export const cartChange = z.union([z.object({ quantity, seen }), z.object({ add: quantity, seen })], {
  error: "Send quantity or add, a whole number from 1.",
});
