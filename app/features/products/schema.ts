import { dollars, image, tint } from "~/features/fields";
import { after, firstPage, limit, page, updatedSince } from "~/features/pagination";
import { video } from "~/features/media/schema";
import { z } from "~/features/zod";
import {
  REQUIRED,
  WRONG_FORM,
  asTyped,
  described,
  digitsOf,
  discountPercent,
  imageIds,
  reference,
  requiredIn,
  size,
  tags,
  taxClass,
  typedPrice,
  typedQuantity,
  typedVat,
  variations,
} from "./fields-schema";

/*
 * The merchant's side of a product: what is saved, and what is answered. Source: specification §3, §4, §7.
 */

/** From here down a product's page says how many are left. */
export const FEW_LEFT = 20;

/** `POST` and `PUT /product/manage-product`. */
export const productPayload = z
  .object({
    ...described,
    amount: z
      .preprocess(asTyped, typedPrice)
      .describe("Dollars: a text with two decimals, or a number with at most two. The price before any discount.")
      .meta({ type: ["string", "number"], pattern: "^\\d+\\.\\d{2}$" }),
    quantity: z
      .preprocess(digitsOf, typedQuantity)
      .describe("Pieces in stock: a whole number, or a text of digits.")
      .meta({ type: ["string", "integer"], pattern: "^\\d+$" }),
    quantityBefore: z
      .preprocess((value) => (value === undefined ? undefined : digitsOf(value)), typedQuantity.optional())
      .describe("The stock that `quantity` was changed from: what was sold meanwhile is then taken off. Only with PUT.")
      .meta({ type: ["string", "integer"], pattern: "^\\d+$" }),
    lowStockAt: z
      .preprocess(digitsOf, typedQuantity.nullable().optional())
      .describe(
        "From so many pieces down it runs low: a whole number, or a text of digits; null for the stall's mark. Left out, it stays as it is; a new product then goes by the stall's.",
      )
      .meta({ type: ["string", "integer", "null"], pattern: "^\\d+$" }),
    category: reference(requiredIn).describe("Id, one of the store's categories."),
    image: imageIds.default([]).describe("Ids, or objects with _id; the first is the one on the card."),
    video: reference("That is not a video.").nullable().default(null),
    measurement: z
      .object({
        height: size.nullable().default(null),
        width: size.nullable().default(null),
        length: size.nullable().default(null),
        weight: size.nullable().default(null),
      })
      .default({ height: null, width: null, length: null, weight: null }),
    tags: tags.default([]),
    variations: variations.default([]),
    discountType: z.enum(["none", "percentage"], { error: WRONG_FORM }).default("none"),
    discountPercentage: discountPercent.or(z.literal(0)).default(0),
    taxClass: taxClass.default("standard"),
    vatAmount: z
      .preprocess(asTyped, typedVat)
      .default(0)
      .describe("Dollars: a text with two decimals, or a number with at most two. Empty is none.")
      .meta({
        anyOf: [
          { type: "string", pattern: "^(\\d+\\.\\d{2})?$" },
          { type: "number", minimum: 0 },
        ],
      }),
    isPhysical: z.boolean({ error: WRONG_FORM }).default(true),
    availType: z
      .enum(["draft", "in-review", "published"], { error: WRONG_FORM })
      .default("draft")
      .describe("published only keeps what is published already."),
  })
  .refine((p) => p.discountType === "none" || p.discountPercentage > 0, {
    path: ["discountPercentage"],
    error: REQUIRED,
  });
export type ProductPayload = z.output<typeof productPayload>;

/** What of a published product waits for review, as it is stored. */
export const revisionPayload = z.object({
  title: z.string(),
  description: z.string(),
  categoryId: z.string(),
  tags: z.array(z.string()),
  imageIds: z.array(z.string()),
  videoId: z.string().nullable(),
});
export type RevisionPayload = z.infer<typeof revisionPayload>;

/** That an operator keeps a product off sale. */
export const takenOff = z
  .object({ at: z.string(), reason: z.string() })
  .describe("Since when an operator keeps it off sale, and why: saving it does not put it back. Absent: nobody does.");

const measure = z.number().nullable();
const reviewed = {
  title: z.string(),
  description: z.string(),
  category: z.object({ _id: z.string(), title: z.string(), tint }),
  tags: z.array(z.string()),
  image: z.array(image),
  video: video.optional(),
};

export const managedProduct = z
  .object({
    _id: z.string(),
    ...reviewed,
    amount: dollars.describe("The price before any discount."),
    discountedPrice: dollars.optional().describe("What the buyer pays, when that is less."),
    discountType: z.enum(["none", "percentage"]),
    discountPercentage: z.number().int(),
    discount: z.number().int().describe("Percent off, 0 for none."),
    taxClass,
    vatAmount: dollars,
    quantity: z.number().int(),
    lowStockAt: z
      .number()
      .int()
      .nullable()
      .describe("From so many pieces down it runs low; null: by the stall's mark."),
    runsLow: z.boolean().describe("It has so few pieces left, or none."),
    sku: z.string(),
    barcode: z.string(),
    isPhysical: z.boolean(),
    measurement: z.object({ height: measure, width: measure, length: measure, weight: measure }),
    variations: z.array(z.object({ variation: z.string(), value: z.string() })),
    availType: z.enum(["published", "in-review", "draft"]),
    rating: z.number().int().nullable(),
    sentBackReason: z.string().describe("Why it was sent back last; empty when it was not."),
    takenOff: takenOff.optional(),
    waiting: z
      .object({ ...reviewed, submittedAt: z.string() })
      .optional()
      .describe("A change of the published product that waits for review."),
    createdAt: z.string(),
    updatedAt: z.string().describe("When anything of it became different, its stock too."),
    deletedAt: z.string().optional().describe("Only among what was changed since a moment: it is gone."),
  })
  .meta({ id: "ManagedProduct" });
export type ManagedProduct = z.infer<typeof managedProduct>;

/** What a merchant's own list can be narrowed to. */
const STANDS = ["out-of-stock", "low-stock", "sent-back", "taken-off"] as const;
export type Stand = (typeof STANDS)[number];

export const managedQuery = z.object({
  q: z
    .string()
    .trim()
    .max(100, "A search can have at most 100 characters.")
    .default("")
    .describe("Part of the title, in any case."),
  only: z
    .enum(["", ...STANDS], { error: `only must be one of: ${STANDS.join(", ")}.` })
    .default("")
    .describe(
      "out-of-stock, low-stock: of those on sale, without a piece left, or with as few as its mark of low stock, or the stall's. sent-back: those that came back from review. taken-off: those that an operator keeps off sale.",
    ),
  page,
  from: firstPage.describe("With page: answers the pages from this one to that one together, 20 at the most."),
  limit,
  after,
  updatedSince,
});
export type ManagedQuery = z.infer<typeof managedQuery>;
