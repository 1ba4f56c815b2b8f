import { otherTime, partDelivery, slot } from "~/features/delivery/schema";
import { dollars, id } from "~/features/fields";
import { z } from "~/features/zod";

/* A buyer's changes of an order until the cut-off of its collection or delivery. */

export { otherTime };

const PIECES = "Enter a whole number, 0 for none.";

/** Pieces that a buyer takes out of a part; a line with 0 stays as it is. */
export const takeOut = z.object({
  lines: z
    .array(
      z.object({
        lineId: id,
        quantity: z
          .number({ error: PIECES })
          .int(PIECES)
          .min(0, PIECES)
          .max(9999, "It can be at most 9999.")
          .default(0),
      }),
    )
    .max(100, "An order has at most 100 lines.")
    .refine((lines) => new Set(lines.map(({ lineId }) => lineId)).size === lines.length, "Each line can be named once.")
    .refine((lines) => lines.some(({ quantity }) => quantity > 0), "Enter how many pieces of at least one product."),
});
export type TakeOut = z.infer<typeof takeOut>;

export const partChanges = z
  .object({
    part: z.string(),
    itemId: z.number().int().describe("The number of its order."),
    merchant: z.string().describe("Of the stall, whose goods can be added to it: see `listDeliveryOptions`."),
    storeName: z.string(),
    delivery: partDelivery,
    together: z.array(z.string()).describe("Other stalls of a market day, whose goods move to another time with it."),
    orders: z
      .array(z.number().int())
      .describe("The numbers of other orders that move with it, since one was added to the other."),
    until: z.string().describe("The cut-off: until then it can be changed."),
    closed: z
      .object({ code: z.string(), message: z.string() })
      .nullable()
      .describe("Why it cannot be changed; null where it can."),
    slots: z.array(slot).describe("Times of the same way that it can be moved to, and those that are closed or full."),
    lines: z.array(
      z.object({
        _id: z.string(),
        title: z.string(),
        size: z.string(),
        quantity: z.number().int().describe("Pieces that are still to come."),
        amount: dollars.describe("Their price."),
      }),
    ),
  })
  .meta({ id: "OrderPartChanges" });
export type PartChanges = z.infer<typeof partChanges>;
