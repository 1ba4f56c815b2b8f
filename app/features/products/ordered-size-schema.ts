import { dollars } from "~/features/fields";
import { z } from "~/features/zod";
import { netContent } from "./net-content-schema";

/* The size of an order's line, as orders and webhooks report it. */

/** Price, weights and amount due of a line that is weighed at packing. */
export const weighedLine = z.object({
  price: dollars.describe("Of a kilo or pound, any discount taken off."),
  per: z.enum(["kg", "lb"]),
  weights: z
    .array(z.number().nullable())
    .describe("What each piece that is not given back weighs, in kilos or pounds; null where it is not weighed yet."),
  due: dollars.nullable().describe("What is due for them by their weight; null until all are weighed."),
});
export type WeighedLine = z.infer<typeof weighedLine>;

/** Fields of a line. */
export const orderedSize = {
  variant: z
    .object({ _id: z.string(), name: z.string(), content: netContent.optional() })
    .describe("The size, as it was then; without a name where it was the only one."),
  weighed: weighedLine
    .optional()
    .describe(
      "Its pieces are weighed at packing: variant.content is the usual weight of one, price what one costs at most. Absent where it has a price a piece.",
    ),
};
