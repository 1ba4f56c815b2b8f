import { id, shownCount } from "~/features/fields";
import { z } from "~/features/zod";
import { MOST_TOGETHER } from "~/features/products/plain-schema";
import { MOST_PIECES } from "~/features/products/fields-schema";
import { variantId } from "~/features/products/schema";

/* The stock of several products, each set separately, and how a merchant is told that it runs low. */

const wholeNumber = z
  .number({ error: "This must be a whole number." })
  .int("This must be a whole number.")
  .min(0, "This must be at least 0.")
  .max(MOST_PIECES, `This can be at most ${MOST_PIECES}.`);

export const stockOfMany = z.object({
  products: z
    .array(
      z.object({
        product: id,
        variant: variantId.optional().describe("The size; left out, the only one is meant."),
        quantity: wholeNumber.optional().describe("Pieces in stock; left out, they stay."),
        quantityBefore: wholeNumber
          .optional()
          .describe("The stock that was seen when `quantity` was counted: what orders did meanwhile is then applied."),
        stockVersion: shownCount
          .optional()
          .describe("The stockVersion that came with quantityBefore: counted by somebody else since, it is refused."),
        lowStockAt: wholeNumber
          .nullable()
          .optional()
          .describe("From so many pieces down it runs low; null for the stall's mark. Left out, it stays."),
      }),
      { error: "products must be a list." },
    )
    .min(1, "There is nothing to change.")
    .max(MOST_TOGETHER, `At most ${MOST_TOGETHER} products are changed together.`)
    .refine(
      (all) => new Set(all.map(({ product, variant }) => variant ?? product)).size === all.length,
      "Each size of a product can be in it once.",
    ),
});
export type StockOfMany = z.output<typeof stockOfMany>["products"];

export const stockSettings = z
  .object({
    lowStockAt: wholeNumber.describe("From so many pieces down a product runs low, unless it has a mark of its own."),
    mail: z
      .boolean({ error: "This must be true or false." })
      .describe("Whether the merchant is written to in the morning while something runs low."),
  })
  .meta({ id: "StockSettings" });
