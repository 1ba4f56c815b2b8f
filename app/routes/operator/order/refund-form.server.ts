import { z } from "zod";
import { id } from "~/features/fields";
import { refundOrder } from "~/features/refunds/schema";

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
