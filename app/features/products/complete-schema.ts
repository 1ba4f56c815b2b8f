import { id } from "~/features/fields";
import { foodPayload } from "~/features/food-information/schema";
import { z } from "~/features/zod";
import { netContent } from "./net-content-schema";
import { MOST_TOGETHER } from "./plain-schema";
import { variantId } from "./schema";

/* Particulars to fill in for several products, each with its own values. */

export const completion = z.object({
  products: z
    .array(
      z.object({
        product: id,
        food: foodPayload.optional(),
        contents: z
          .array(z.object({ variant: variantId, content: netContent }))
          .max(30, "A product can have at most 30 sizes.")
          .default([])
          .describe("Net contents of sizes that have none."),
      }),
      { error: "products must be a list." },
    )
    .min(1, "There is nothing to fill in.")
    .max(MOST_TOGETHER, `At most ${MOST_TOGETHER} products are changed together.`)
    .refine((all) => new Set(all.map(({ product }) => product)).size === all.length, "Each product can be in it once."),
});
export type Completion = z.output<typeof completion>["products"];

export const completed = z
  .object({
    changed: z.number().int(),
    unchanged: z.number().int(),
    review: z.number().int().describe("How many of those changed wait for review, because they are on sale."),
  })
  .meta({ id: "Completed" });
export type Completed = z.infer<typeof completed>;
