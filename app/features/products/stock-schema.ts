import { id } from "~/features/fields";
import { z } from "~/features/zod";
import { MOST_TOGETHER } from "./plain-schema";
import { MOST_PIECES } from "./fields-schema";

/* The stock of several products, each set for itself, and how a merchant is told that it runs low. */

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
        quantity: wholeNumber.optional().describe("Pieces in stock; left out, they stay."),
        quantityBefore: wholeNumber
          .optional()
          .describe("The stock that `quantity` was changed from: what was sold meanwhile is then taken off."),
        lowStockAt: wholeNumber
          .nullable()
          .optional()
          .describe("From so many pieces down it runs low; null for the stall's mark. Left out, it stays."),
      }),
      { error: "products must be a list." },
    )
    .min(1, "There is nothing to change.")
    .max(MOST_TOGETHER, `At most ${MOST_TOGETHER} products are changed together.`)
    .refine((all) => new Set(all.map(({ product }) => product)).size === all.length, "Each product can be in it once."),
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
