import { categoryDemands } from "~/features/food-information/demands";
import { food } from "~/features/food-information/schema";
import { ALLERGEN_KEYS, LABEL_KEYS, type Allergen, type Label } from "~/features/food-information/words";
import { isPlaced, reaches, whereaboutsQuery } from "~/features/delivery/whereabouts-schema";
import { dollars, image, tint } from "~/features/fields";
import { after, firstPage, limit, page, pageOf } from "~/features/pagination";
import { netContent, unitPrice } from "~/features/products/net-content-schema";
import { publicSeason } from "~/features/products/season-schema";
import { reviewMean } from "~/features/products/review-mean";
import { z } from "~/features/zod";

/* Answers and queries of the public catalogue. Source: specification §2 (Shop, Product detail), §3, §7. */

export const category = z
  .object({
    _id: z.string(),
    title: z.string(),
    image: image.optional(),
    tint,
    ...categoryDemands,
    products: z.number().int().describe("How many published products it has; 2,001 where there are more than 2,000."),
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

const priorPrice = dollars
  .optional()
  .describe(
    "The price that is struck through: the lowest of the 30 days before the discount began. Absent where that is not more than amount.",
  );
const percentOff = z.number().int().describe("Percent off originalPrice; 0 without one.");

/** A size of a product as buyers see it. */
export const productSize = z
  .object({
    _id: z.string(),
    name: z.string().describe("Empty where it is the only one."),
    sku: z.string(),
    barcode: z.string(),
    amount: dollars.describe("What the buyer pays, in dollars, any discount taken off."),
    originalPrice: priorPrice,
    discount: percentOff,
    quantity: z.number().int().describe("Pieces in stock."),
    content: netContent.optional().describe("The net content."),
    drained: netContent.optional().describe("The weight without the liquid that it lies in."),
    unitPrice: unitPrice
      .optional()
      .describe("For comparing; of the drained weight where there is one. Of what is weighed, the price that counts."),
    weighed: z
      .literal(true)
      .optional()
      .describe(
        "It is weighed at packing: content is the usual weight of a piece and amount what it costs at most; what is due follows from its weight and unitPrice, and the rest goes back.",
      ),
  })
  .meta({ id: "ProductSize" });
export type ProductSize = z.infer<typeof productSize>;

export const product = z
  .object({
    _id: z.string(),
    title: z.string(),
    description: z.string(),
    amount: dollars.describe("What the buyer pays, in dollars, any discount taken off."),
    originalPrice: priorPrice,
    discountedPrice: dollars.optional().describe("The same as amount; only beside originalPrice."),
    discount: percentOff,
    quantity: z.number().int().describe("Pieces in stock, of all sizes together."),
    variants: z
      .array(productSize)
      .describe(
        "Its sizes, in the merchant's order. amount and originalPrice beside them are the lowest of those that are there, sku and barcode the first's.",
      ),
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
    food: food.optional().describe("Absent where its merchant says nothing."),
    season: publicSeason.optional().describe("Absent where it is sold all year."),
    reaches: reaches.optional(),
    noticeHours: z
      .number()
      .int()
      .optional()
      .describe("How many hours before it is wanted it is to be ordered; absent where it needs no notice."),
    availType: z.enum(["published", "in-review", "draft"]),
    rating: z
      .number()
      .int()
      .min(1)
      .max(5)
      .nullable()
      .describe("The mean of its reviews, rounded; null without any. `reviews` has it to one decimal."),
    reviews: reviewMean.optional().describe("Absent where nobody has reviewed it."),
    hasQuestions: z.literal(true).optional().describe("Where answered questions stand with it."),
    merchant: z.object({
      _id: z.string(),
      storeName: z.string(),
      closedUntil: z
        .string()
        .optional()
        .describe("While the stall is on holiday, and its products cannot be bought: the last day of it, YYYY-MM-DD."),
      hasWays: z
        .literal(true)
        .optional()
        .describe(
          "Where its goods go by ways of its own, see listStallWays; otherwise it sends by carrier to everywhere.",
        ),
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

const price = (name: string) =>
  z
    .string()
    .regex(/^\d{1,7}(\.\d{1,2})?$/, `${name} must be an amount in dollars, such as 4.50.`)
    .optional();
const flag = (name: string) => z.enum(["1"], { error: `${name} must be 1, or left out.` }).optional();

type Narrowing = "stall" | "minPrice" | "maxPrice" | "rating" | "inStock" | "onSale" | "labels" | "without" | "origin";

/** Some of a list of names, separated by commas. */
const someOf = <Name extends string>(names: Name[], listOf: string) =>
  z
    .string()
    .max(300, `That is no list of ${listOf}.`)
    .transform((text) => text.split(",").map((name) => name.trim()))
    .refine((chosenNames) => chosenNames.every((name) => names.includes(name as Name)), {
      error: `Those must be some of: ${names.join(", ")}.`,
    })
    .transform((chosenNames) => names.filter((name) => chosenNames.includes(name)))
    .optional()
    .meta({ type: "string" });

type PlainQuery = { q: string; postcode?: string | undefined; reach?: "only" | "mark" } & Partial<
  Record<Narrowing, string | string[] | undefined>
>;

/** Whether it is the whole list or a category's, which indexes count and order, however long it is. */
export function isPlain(query: PlainQuery): boolean {
  const { q, stall, minPrice, maxPrice, rating, inStock, onSale, labels, without, origin, postcode, reach } = query;
  if (postcode !== undefined && reach !== "mark") return false;
  const narrowing = [stall, minPrice, maxPrice, rating, inStock, onSale, labels, without, origin];
  return q === "" && narrowing.every((filter) => filter === undefined);
}

const code = (name: string) =>
  z
    .string()
    .trim()
    .min(1, `${name} must not be empty.`)
    .max(100, `${name} can have at most 100 characters.`)
    .optional();

/** The query of the public list. An invalid filter is refused. An unknown category or stall gives an empty list. */
export const productQuery = z
  .object({
    q: z
      .string()
      .trim()
      .max(100, "A search can have at most 100 characters.")
      .default("")
      .describe(
        "Words; each must stand in the product's title, category, tags or stall, in one or many, or as a synonym of the market's list. An amount (500 g) is looked for in sizes as well, words of a label (organic, gluten free, without nuts) in the food information. Where nothing has them, up to two letters may be wrong, and words are left out: see `corrected` and `dropped`. Or a SKU.",
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
    labels: someOf<Label>(LABEL_KEYS, "labels").describe(
      `Labels with commas between them, such as organic,vegan: what has all of them. ${LABEL_KEYS.join(", ")}.`,
    ),
    without: someOf<Allergen>(ALLERGEN_KEYS, "allergens").describe(
      "Allergens with commas between them: what says that it neither contains nor may contain any of them. What says nothing about allergens is not among them.",
    ),
    origin: z
      .string()
      .regex(/^[A-Z]{2}$/, "origin must be the code of a country, such as US.")
      .optional()
      .describe("The ISO 3166-1 code of the country of origin, or EU."),
    ...whereaboutsQuery.shape,
    reach: z
      .enum(["only", "mark"], { error: "reach must be only or mark." })
      .default("only")
      .describe("With postcode: only lists what reaches it; mark lists all, and tells of each whether it does."),
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
    sku: code("sku").describe(
      "A SKU in any case: answers the products of which a size has it, 100 at most. Goes with barcode and stall alone.",
    ),
    barcode: code("barcode").describe(
      "A barcode, with or without zeros in front: answers the products of which a size has it, 100 at most. Goes with sku and stall alone.",
    ),
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
  .refine(isPlaced.check, isPlaced.error)
  .refine(
    (query) =>
      query.after === undefined ||
      (isPlain(query) && ["latest", "relevance"].includes(query.sort ?? "latest") && !query.facets && !query.ids),
    { path: ["after"], error: "after goes with categoryId and limit alone: other lists go by pages." },
  )
  .refine((query) => !isLookUp(query) || (isPlain({ ...query, stall: undefined }) && !query.ids && !query.facets), {
    path: ["sku"],
    error: "sku and barcode go with each other and with stall alone.",
  });
/** Whether products are looked up by a code. */
export const isLookUp = ({ sku, barcode }: { sku?: string | undefined; barcode?: string | undefined }): boolean =>
  sku !== undefined || barcode !== undefined;
export type ProductQuery = z.infer<typeof productQuery>;

const count = z.number().int();

/** How many products each filter would leave together with the other filters that are set. */
export const facets = z
  .object({
    categories: z.array(z.object({ title: z.string(), count })),
    stalls: z
      .array(z.object({ _id: z.string(), storeName: z.string(), count }))
      .describe("Those with the most, 20 at most."),
    inStock: count,
    onSale: count,
    ratings: z.array(z.object({ atLeast: count, count })),
    labels: z
      .array(z.object({ label: z.enum(LABEL_KEYS as [Label, ...Label[]]), count }))
      .describe("Those that some have."),
    without: z
      .array(z.object({ allergen: z.enum(ALLERGEN_KEYS as [Allergen, ...Allergen[]]), count }))
      .describe("How many say that they are without it; empty where none says anything about allergens."),
    origins: z.array(z.object({ country: z.string(), count })).describe("Those with the most, 20 at most."),
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
    mergedInto: z
      .object({ _id: z.string(), title: z.string() })
      .optional()
      .describe("The category that the one of the query was merged into: the products are its."),
    cut: z
      .boolean()
      .optional()
      .describe(
        "True where more may answer than are counted, or than are looked through for words that no index knows: of a search these are the newest of them, of a whole list the first; total counts no more, and pages go no further. A cursor does.",
      ),
    short: z
      .boolean()
      .optional()
      .describe(
        "True where words that no index knows were looked for among the 5,000 newest products alone: one or two letters, an amount such as 500 g, what a label says.",
      ),
    corrected: z
      .string()
      .optional()
      .describe("What was looked for instead, where no product has the words as they were typed."),
    dropped: z
      .array(z.string())
      .optional()
      .describe("Words of the search that were left out, because nothing has all of them."),
    instead: z
      .array(z.string())
      .optional()
      .describe("Where words were left out: those of them that find something alone."),
    facets: facets.optional().describe("Where asked for, and no more than 2,000 products answer."),
  }),
});
