import { dollars, image, tint } from "~/features/fields";
import { after, firstPage, limit, page, pageOf } from "~/features/pagination";
import { z } from "~/features/zod";

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

const SORTS = ["relevance", "latest", "price", "price-up", "rating"] as const;
export type ProductSort = (typeof SORTS)[number];

const price = (what: string) =>
  z
    .string()
    .regex(/^\d{1,7}(\.\d{1,2})?$/, `${what} must be an amount in dollars, such as 4.50.`)
    .optional();
const flag = (what: string) => z.enum(["1"], { error: `${what} must be 1, or left out.` }).optional();

type Narrowing = "stall" | "minPrice" | "maxPrice" | "rating" | "inStock" | "onSale";

/** The whole list, or a category's: indexes count and order it, however long it is. */
export function isPlain(query: { q: string } & Partial<Record<Narrowing, string | undefined>>): boolean {
  const { q, stall, minPrice, maxPrice, rating, inStock, onSale } = query;
  return q === "" && [stall, minPrice, maxPrice, rating, inStock, onSale].every((asked) => asked === undefined);
}

/** The public list. A filter that is not understood is refused, an unknown category or stall answers an empty list. */
export const productQuery = z
  .object({
    q: z
      .string()
      .trim()
      .max(100, "A search can have at most 100 characters.")
      .default("")
      .describe(
        "Words; each must stand in the product's title, category, tags or stall, in one or many, with a letter wrong where nothing else has it. Or a SKU.",
      ),
    categoryId: z
      .string()
      .trim()
      .max(120, "A category's title has at most 120 characters.")
      .default("")
      .describe("A category's title, in any case, or its id."),
    stall: z
      .string()
      .regex(/^[0-9a-f]{24}$/, "stall must be a merchant's id.")
      .optional()
      .describe("A merchant's id: the products of this stall alone."),
    minPrice: price("minPrice").describe("In dollars: the least that it costs."),
    maxPrice: price("maxPrice").describe("In dollars: the most that it costs."),
    rating: z
      .enum(["1", "2", "3", "4", "5"], { error: "rating must be a whole number from 1 to 5." })
      .optional()
      .describe("The least rating."),
    inStock: flag("inStock").describe("1: only what there is in stock."),
    onSale: flag("onSale").describe("1: only what has a discount."),
    sort: z
      .enum(SORTS, { error: `sort must be one of: ${SORTS.join(", ")}.` })
      .optional()
      .describe(
        "relevance: what answers the words best first; the default where there are words. latest: newest first; the default otherwise. price: highest first. price-up: lowest first. rating: best first.",
      ),
    page,
    from: firstPage.describe("With page: answers the pages from this one to that one together, 20 at the most."),
    limit,
    after: after.describe(
      "The `next` of the answer before: the list goes on behind it, and `page` does not count. Only of the whole list or a category's, newest first.",
    ),
    facets: flag("facets").describe("1: answers as well how many products each filter would leave."),
    ids: z
      .string()
      .max(2600, "At most 100 ids.")
      .optional()
      .describe("Ids with commas between them: answers these products alone, in this order, on one page."),
  })
  .refine(({ minPrice, maxPrice }) => minPrice === undefined || maxPrice === undefined || +minPrice <= +maxPrice, {
    path: ["maxPrice"],
    error: "maxPrice must not be less than minPrice.",
  })
  .refine(
    (query) =>
      query.after === undefined ||
      (isPlain(query) && ["latest", "relevance"].includes(query.sort ?? "latest") && !query.facets && !query.ids),
    { path: ["after"], error: "after goes with categoryId and limit alone: other lists go by pages." },
  );
export type ProductQuery = z.infer<typeof productQuery>;

const count = z.number().int();

/** How many products each filter would leave, beside the other filters that are set. */
export const facets = z
  .object({
    categories: z.array(z.object({ title: z.string(), count })),
    stalls: z
      .array(z.object({ _id: z.string(), storeName: z.string(), count }))
      .describe("Those with the most, 20 at most."),
    inStock: count,
    onSale: count,
    ratings: z.array(z.object({ atLeast: count, count })),
    price: z.object({ min: dollars, max: dollars }).optional().describe("Of the cheapest and the dearest."),
  })
  .meta({ id: "Facets" });
export type ProductFacets = z.infer<typeof facets>;

export const suggestionsQuery = z.object({
  q: productQuery.shape.q
    .unwrap()
    .describe(
      "What was typed so far, in any case and with or without accents; from three letters on it is looked for.",
    ),
});

export const suggestionList = z
  .object({ data: z.array(z.string()) })
  .describe("Titles, categories, tags and stalls to search for: at most eight, and less than 2 KB.");

/** A page of the public list. */
export const productList = z.object({
  data: pageOf(product).shape.data.extend({
    next: z
      .string()
      .nullable()
      .optional()
      .describe(
        "Send it as `after` for what follows; null at the end. Absent where words, filters or another order were asked for: those lists go by pages.",
      ),
    cut: z
      .boolean()
      .optional()
      .describe(
        "True where more may answer than are counted, or than are looked through for one or two letters: these are the newest of them, and total counts no more.",
      ),
    short: z
      .boolean()
      .optional()
      .describe("True where a word of one or two letters was looked for among the 5,000 newest products alone."),
    corrected: z
      .string()
      .optional()
      .describe("What was looked for instead, where no product has the words as they were typed."),
    instead: z.array(z.string()).optional().describe("Where nothing was found: shorter searches that find something."),
    facets: facets.optional().describe("Where asked for, and no more than 2,000 products answer."),
  }),
});
