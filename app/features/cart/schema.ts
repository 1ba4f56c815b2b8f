import { dollars, id, quantity } from "~/features/fields";
import { product, productSize } from "~/features/catalogue/schema";
import { variantId } from "~/features/products/schema";
import { z } from "~/features/zod";

/* Cart and wishlist, and what a cart comes to today. Source: specification §3, §4. */

/**
 * The most lines a cart, and the most products a wishlist, can hold: what fits into a cookie, and into a page that is
 * rendered within 50 ms (100 lines took 60 to 75, and 350 KB).
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

const seen = z
  .number({ error: "A price is a number of dollars." })
  .min(0, "A price is not below zero.")
  .max(1_000_000, "That price is too high.")
  .optional()
  .describe("Dollars at which the buyer last saw a piece; another price is announced.");

/** The id of the size that a line is about, by which carts tell their lines apart. */
export const sizeIdOf = (line: { product: string; variant?: string | undefined }): string =>
  line.variant ?? line.product;
/** The product that a size belongs to: a size's id begins with its product's. */
export const productOf = (sizeId: string): string => sizeId.slice(0, 24);

/** A line of a cart, with the price at which it was seen. */
export const seenItem = cartItem.extend({ seen }).meta({ id: "SeenCartItem" });
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

/** A line of a cart as it is today. `problem` says why it cannot be ordered as it stands. */
export const cartLine = z.object({
  product: product.nullable().describe("Null when the product is no longer sold."),
  productId: z.string(),
  variantId: z.string().describe("The size; empty where it is to be chosen."),
  size: productSize.nullable().describe("The product in its size; null when it is no longer sold in it."),
  quantity: z.number().int(),
  subtotal: dollars,
  available: z.number().int().describe("Pieces that can be ordered now."),
  problem: z
    .enum(["gone", "closed", "out-of-season", "choose-size", "sold-out", "too-many"])
    .nullable()
    .describe(
      "choose-size: it is sold in several sizes, and none is named. closed: the stall is on holiday, until product.merchant.closedUntil. out-of-season: it is sold again from product.season.backOn on, where that is said.",
    ),
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
    carts: z.array(
      z.object({
        product: z.string(),
        variant: z.string().optional(),
        quantity: z.number().int(),
        seen: dollars.optional(),
      }),
    ),
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
const variant = cartItem.shape.variant;
export const cartChange = z.union([z.object({ variant, quantity, seen }), z.object({ variant, add: quantity, seen })], {
  error: "Send quantity or add, a whole number from 1.",
});
