import { z } from "~/features/zod";

/** One change of a product's stock. */
export const stockChange = z
  .object({
    _id: z.string(),
    at: z.string(),
    kind: z
      .enum(["sold", "held", "returned", "corrected", "imported", "added"])
      .describe(
        "held: for a buyer who is paying; it becomes sold once it is paid for, and is gone from the list where it never is. returned: by a refund or a cancelled order. corrected: by hand. added: with the product.",
      ),
    pieces: z.number().int().describe("How many more; below 0 so many fewer."),
    quantity: z.number().int().describe("How many there were afterwards."),
    heldUntil: z.string().optional().describe("Of what is held."),
    order: z.object({ _id: z.string(), itemId: z.number().int() }).optional().describe("The order that it belongs to."),
    by: z.string().optional().describe("Who has corrected or imported it."),
  })
  .meta({ id: "StockChange" });
export type StockChange = z.infer<typeof stockChange>;
