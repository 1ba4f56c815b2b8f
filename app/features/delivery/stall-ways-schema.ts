import { dollars } from "~/features/fields";
import { z } from "~/features/zod";
import { option, slot } from "./schema";
import { isPlaced, whereaboutsQuery } from "./whereabouts-schema";

/* The delivery methods of a stall as anyone sees them. */

export const stallWaysQuery = z
  .object({
    ...whereaboutsQuery.shape,
    product: z
      .string()
      .regex(/^[0-9a-f]{24}$/, "product must be a product's id.")
      .optional()
      .describe("One of the stall's products, whose notice and season bound the times."),
  })
  .refine(isPlaced.check, isPlaced.error);

export const stallWay = option
  .omit({ slots: true })
  .extend({
    area: z.string().describe("Of a delivery: postcodes and towns as the stall has written them."),
    leastOrder: dollars.describe("How much goods of the stall must come to; 0 for any sum."),
    times: z
      .array(slot.omit({ closed: true }))
      .describe("The next three times that can be ordered for, from the day on that was named."),
  })
  .meta({ id: "StallWay" });
export type StallWay = z.infer<typeof stallWay>;
