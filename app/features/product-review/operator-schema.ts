import { dollars, image, text, tint } from "~/features/fields";
import { changes, searchQuery } from "~/features/pagination";
import { z } from "~/features/zod";
import { takenOff } from "~/features/products/schema";

/* Products of the whole marketplace, as operators find them and take them off sale one by one. */

/** The most entries of a list that are counted and can be paged to. */
export const MOST_LISTED = 10_000;

export const standing = z
  .enum(["on-sale", "taken-off", "stall-closed", "in-review", "draft", "deleted"], {
    error: "status must be on-sale, taken-off, stall-closed, in-review, draft or deleted.",
  })
  .describe("taken-off: by an operator. stall-closed: published, but its merchant may not sell.");
export type Standing = z.infer<typeof standing>;

export const productQuery = searchQuery.extend({
  ...changes,
  status: z.union([z.literal(""), standing]).default(""),
});
export type ProductQuery = z.infer<typeof productQuery>;

export const operatorProduct = z
  .object({
    _id: z.string(),
    title: z.string(),
    sku: z.string(),
    status: standing,
    amount: dollars.describe("What a buyer pays."),
    quantity: z.number().int(),
    category: z.object({ title: z.string(), tint }),
    image: image.optional(),
    merchant: z.object({
      _id: z.string(),
      storeName: z.string(),
      email: z.string(),
      status: z.enum(["active", "waiting", "suspended"]),
    }),
    takenOff: takenOff.optional(),
    waits: z.boolean().describe("Whether it, or a change of it, waits for review."),
    createdAt: z.string(),
    deletedAt: z.string().nullable(),
  })
  .meta({ id: "OperatorProduct" });
export type OperatorProduct = z.infer<typeof operatorProduct>;

export const takeOff = z.object({ reason: text("Reason", 1000).describe("The merchant reads it.") });
