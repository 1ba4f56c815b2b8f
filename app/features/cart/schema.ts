import { dollars, id, quantity } from "~/features/fields";
import { cartItem, MOST_LINES, priceSeen, seenCarts } from "~/features/products/cart-lines-schema";
import { product, productSize } from "~/features/catalogue/schema";
import { z } from "~/features/zod";

/* Cart and wishlist, and what a cart comes to today. Source: specification §3, §4. */

// Features below carts, such as delivery, import these from their own file.
export {
  cartItem,
  cartQuote,
  carts,
  MOST_LINES,
  productOf,
  seenCarts,
  seenItem,
  sizeIdOf,
  type CartItem,
  type SeenItem,
} from "~/features/products/cart-lines-schema";

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

/** The lists saved with a signed-in buyer's account. */
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
export const cartChange = z.union(
  [z.object({ variant, quantity, seen: priceSeen }), z.object({ variant, add: quantity, seen: priceSeen })],
  {
    error: "Send quantity or add, a whole number from 1.",
  },
);
