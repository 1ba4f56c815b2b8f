import { id } from "~/features/fields";
import { z } from "~/features/zod";
import { MOST_PIECES } from "./fields-schema";
import { MOST_TOGETHER, STEPS, type Step } from "./plain-schema";

/* Many products at once: the change that is wanted, and its outcome for each product. */

const STEP_NAMES = Object.keys(STEPS) as [Step, ...Step[]];

const pieces = z.number({ error: "This must be a whole number." }).int("This must be a whole number.");

export const change = z.discriminatedUnion(
  "what",
  [
    z.object({
      what: z.literal("price"),
      percent: z
        .number({ error: "This must be a number." })
        .min(-90, "This must be at least -90.")
        .max(900, "This can be at most 900.")
        .refine((n) => Math.abs(n * 10 - Math.round(n * 10)) < 1e-6, "This can have one decimal.")
        .refine((n) => n !== 0, "This must not be 0.")
        .describe("Raised by so much, or lowered where it is below 0. The price before any discount."),
      roundTo: z
        .enum(STEP_NAMES, { error: `This must be one of: ${STEP_NAMES.join(", ")}.` })
        .default("0.01")
        .describe("Dollars. To the nearest step; what lies in the middle goes up."),
    }),
    z.object({
      what: z.literal("stock"),
      how: z.enum(["set", "add"], { error: "This must be set or add." }),
      pieces: pieces
        .min(-MOST_PIECES, `This must be at least -${MOST_PIECES}.`)
        .max(MOST_PIECES, `This can be at most ${MOST_PIECES}.`)
        .describe("How many there are, or how many more; below 0 so many fewer."),
    }),
    z.object({
      what: z.literal("category"),
      category: id.describe("One of the store's categories. Of what is on sale the change waits for review."),
    }),
    z.object({
      what: z.literal("sale"),
      on: z
        .boolean({ error: "This must be true or false." })
        .describe("true: drafts are handed in for review. false: they leave the shop and are drafts."),
    }),
    z.object({ what: z.literal("delete") }),
  ],
  { error: "what must be one of: price, stock, category, sale, delete." },
);
export type Change = z.output<typeof change>;

export const manyProducts = z.object({
  products: z
    .array(
      z.object({
        product: id,
        version: z
          .string()
          .max(100)
          .optional()
          .describe("The ETag under which it was read: it is changed only while that is still so."),
        quantityBefore: pieces
          .min(0)
          .max(MOST_PIECES)
          .optional()
          .describe("The stock that was seen when it was to be set: what orders did meanwhile is applied."),
      }),
      { error: "products must be a list." },
    )
    .min(1, "Tick the products that are to be changed.")
    .max(MOST_TOGETHER, `At most ${MOST_TOGETHER} products are changed together.`)
    .refine((all) => new Set(all.map(({ product }) => product)).size === all.length, "Each product can be in it once."),
  change,
  dryRun: z.boolean().default(false).describe("Only says what would be changed."),
});
export type ManyProducts = z.output<typeof manyProducts>;

export const changedProduct = z.object({
  product: z.string(),
  variant: z.string().optional().describe("The size, where one was named."),
  title: z.string(),
  outcome: z.enum(["changed", "unchanged", "refused"]),
  from: z.string().describe("As it was, in words or with two decimals; empty where nothing is there to say."),
  to: z.string(),
  review: z.boolean().describe("The change waits for review while what is published stays on sale."),
  version: z.string().describe("The ETag of what this was worked out from; empty where there is no such product."),
  quantity: z.number().int().describe("The stock that this was worked out from."),
  stockVersion: z.number().int().describe("How often somebody had set that stock."),
  code: z
    .string()
    .optional()
    .describe(
      "Why it was refused: unknown_product, changed_meanwhile, several_sizes, where the sizes are to be set each for itself, particular_missing, where its category demands what it does not say, or price_out_of_range or stock_out_of_range, where there would be less than nothing or more than there is room for.",
    ),
  message: z.string().optional(),
});
export type ChangedProduct = z.infer<typeof changedProduct>;

export const manyChanged = z
  .object({
    changed: z.number().int(),
    unchanged: z.number().int(),
    refused: z.number().int(),
    docs: z.array(changedProduct).describe("Each product, in the order in which they were sent."),
  })
  .meta({ id: "ManyChanged" });
export type ManyChanged = z.infer<typeof manyChanged>;
