import { z } from "zod";
import { dollars, id, quantity, text } from "~/features/fields";

/* What is asked for when an operator gives money back. Source: decision AMB-36. */

export const refundOrder = z
  .object({
    partId: id
      .optional()
      .describe(
        "One merchant's part, or what is left of it. Without it and without lines, everything that was not given back yet.",
      ),
    lines: z
      .array(z.object({ lineId: id, quantity }))
      .min(1, "Choose at least one piece.")
      .max(100, "An order has at most 100 lines.")
      .refine(
        (lines) => new Set(lines.map((line) => line.lineId)).size === lines.length,
        "Each line can be named once.",
      )
      .optional()
      .describe("Single pieces instead. The amount is their price."),
    restock: z
      .boolean()
      .default(false)
      .describe("Whether pieces that were sent already are for sale again. What was not sent always is."),
    refunded: dollars
      .min(0)
      .optional()
      .describe("How much of the order was given back when you looked: refused if it is another sum now."),
    reason: text("Reason", 1000).describe("The buyer and the merchants read it."),
  })
  .refine((refund) => !refund.partId || !refund.lines, { error: "Name a part or lines, not both.", path: ["lines"] });
export type RefundOrder = z.infer<typeof refundOrder>;

/** The refund as it is posted: what it is of, and how many pieces of each line where it is of single ones. */
export const refundForm = z
  .object({
    what: z.union([z.enum(["all", "pieces"]), id], { error: "Choose what to refund." }),
    pieces: z
      .array(
        z.object({
          line: id,
          quantity: z
            .number({ error: "Enter a whole number." })
            .int("Enter a whole number.")
            .min(0, "Enter a whole number.")
            .max(9999, "There are not so many.")
            .default(0),
        }),
      )
      .max(100)
      .default([]),
    restock: z.boolean().default(false),
    refunded: z.number().min(0),
    reason: refundOrder.shape.reason,
  })
  .superRefine(({ what, pieces }, context) => {
    const chosen = pieces.some((piece) => piece.quantity > 0);
    if (what === "pieces" && !chosen)
      context.addIssue({
        code: "custom",
        path: ["what"],
        message: "Enter how many pieces of which product, or choose something else.",
      });
    if (what !== "pieces" && chosen)
      context.addIssue({
        code: "custom",
        path: ["what"],
        message: "You have entered pieces: choose Single pieces, or empty their fields.",
      });
  })
  .transform(({ what, pieces, ...same }) => ({
    ...same,
    ...(what === "pieces"
      ? {
          lines: pieces.filter((piece) => piece.quantity > 0).map(({ line, quantity }) => ({ lineId: line, quantity })),
        }
      : what !== "all" && { partId: what }),
  }));
