import { z } from "zod";
import { dollars, image, tint } from "~/features/fields";
import { firstPage, page } from "~/features/pagination";

/* Answers and queries of the public catalogue. Source: specification §2 (Shop, Product detail), §3, §7. */

export const category = z
  .object({
    _id: z.string(),
    title: z.string(),
    image: image.optional(),
    tint,
    products: z.number().int().describe("How many published products it has."),
  })
  .meta({ id: "Category" });
export type Category = z.infer<typeof category>;

export const variation = z.object({ variation: z.string(), value: z.string() });
export const measurement = z
  .object({
    height: z.number().nullable(),
    width: z.number().nullable(),
    length: z.number().nullable(),
    weight: z.number().nullable(),
  })
  .describe("Centimetres and kilograms.");

export const product = z
  .object({
    _id: z.string(),
    title: z.string(),
    description: z.string(),
    amount: dollars.describe("What the buyer pays, in dollars, any discount taken off."),
    originalPrice: dollars.optional().describe("The price before the discount; only on a discounted product."),
    discountedPrice: dollars.optional().describe("The same as amount; only on a discounted product."),
    discount: z.number().int().describe("Percent off, 0 for none."),
    quantity: z.number().int().describe("Pieces in stock."),
    heldUntil: z
      .string()
      .optional()
      .describe("Where none is left, but some are held for buyers who have not paid yet: when the first may be free."),
    sku: z.string(),
    barcode: z.string(),
    image: z.array(image),
    video: z.object({ _id: z.string(), url: z.string() }).optional(),
    measurement,
    category: z.object({ _id: z.string(), title: z.string(), tint }),
    tags: z.array(z.string()),
    variations: z.array(variation),
    availType: z.enum(["published", "in-review", "draft"]),
    rating: z.number().int().min(1).max(5).nullable(),
    merchant: z.object({
      _id: z.string(),
      storeName: z.string(),
      closedUntil: z
        .string()
        .optional()
        .describe("While the stall is on holiday, and its products cannot be bought: the last day of it, YYYY-MM-DD."),
    }),
    createdAt: z.string(),
  })
  .meta({ id: "Product" });
export type Product = z.infer<typeof product>;

export const categoryQuery = z.object({
  page,
  sort: z
    .enum(["position", "products"], { error: "sort must be position or products." })
    .default("position")
    .describe("position: the operator's order. products: most published products first."),
});

/** The public list. A filter that is not understood is refused, an unknown category answers an empty list. */
export const productQuery = z.object({
  q: z
    .string()
    .trim()
    .max(100, "A search can have at most 100 characters.")
    .default("")
    .describe("Words; each must stand somewhere in the product's title or in its category's."),
  categoryId: z
    .string()
    .trim()
    .max(120, "A category's title has at most 120 characters.")
    .default("")
    .describe("A category's title, in any case, or its id."),
  sort: z
    .enum(["latest", "price"], { error: "sort must be latest or price." })
    .default("latest")
    .describe("latest: newest first. price: highest first."),
  page,
  from: firstPage.describe("With page: answers the pages from this one to that one together, 20 at the most."),
  ids: z
    .string()
    .max(2600, "At most 100 ids.")
    .optional()
    .describe("Ids with commas between them: answers these products alone, in this order, on one page."),
});
export type ProductQuery = z.infer<typeof productQuery>;
