import { dollars, image, shownCount, tint } from "~/features/fields";
import { externalId } from "~/features/external-id";
import { particular } from "~/features/food-information/demands";
import { food, foodPayload } from "~/features/food-information/schema";
import { after, cursorPageOf, firstPage, limit, MOST_COUNTED, page, updatedSince } from "~/features/pagination";
import { video } from "~/features/media/schema";
import { z } from "~/features/zod";
import { fold } from "~/platform/folding";
import { isWeight, MOST_MARGIN, mostOf, USUAL_MARGIN, USUAL_WEIGHT_NEEDED, type Weighed } from "./weighed-schema";
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
  onOneLine,
  size,
  tags,
  taxClass,
  typedPrice,
  MOST_CENTS,
  MOST_PIECES,
  typedQuantity,
  typedVat,
  VAT_ABOVE_PRICE,
  variations,
} from "./fields-schema";
import { DRAINED_MORE, drainedWeight, isDrainedWithin, netContent } from "./net-content-schema";
import { noticeHours, seasonAnswer, seasonPayload } from "./season-schema";

/* The merchant's side of a product: the payloads of a save, and the answers. Source: specification §3, §4, §7. */

/** Up to this stock, a product's page says how many are left. */
export const FEW_LEFT = 20;

/** The most sizes of a product. Source: GOODS-1. */
export const MOST_SIZES = 30;
export const TOO_MANY_SIZES = `A product can have at most ${MOST_SIZES} sizes.`;

/** A size's id: its product's id, with a number after it from the second size on. */
export const variantId = z.string().regex(/^[0-9a-f]{24}(-[1-9]\d{0,3})?$/, "That is not a size.");

const MARGIN = `A margin is a whole number from 0 to ${MOST_MARGIN}.`;
export const margin = z.number({ error: MARGIN }).int(MARGIN).min(0, MARGIN).max(MOST_MARGIN, MARGIN);

/** The API document's keywords for amounts and pieces, which may be numbers or texts. The bounds apply to numbers. */
const AS_PRICE = {
  type: ["string", "number"] as const,
  pattern: "^\\d+\\.\\d{2}$",
  minimum: 0.01,
  maximum: MOST_CENTS / 100,
};
const AS_PIECES = { pattern: "^\\d+$", minimum: 0, maximum: MOST_PIECES };

/** Fields of one size. */
const sizeFields = {
  sku: described.sku,
  barcode: described.barcode,
  amount: z
    .preprocess(asTyped, typedPrice)
    .describe("Dollars: a text with two decimals, or a number with at most two. The price before any discount.")
    .meta(AS_PRICE),
  quantity: z
    .preprocess(digitsOf, typedQuantity)
    .describe("Pieces in stock: a whole number, or a text of digits.")
    .meta({ type: ["string", "integer"], ...AS_PIECES }),
  quantityBefore: z
    .preprocess((value) => (value === undefined ? undefined : digitsOf(value)), typedQuantity.optional())
    .describe(
      "The stock that was seen when `quantity` was counted: what orders did meanwhile is then applied. Only with PUT.",
    )
    .meta({ type: ["string", "integer"], ...AS_PIECES }),
  stockVersion: shownCount
    .optional()
    .describe(
      "The stockVersion that came with quantityBefore: where somebody else has set the stock since, it is refused with changed_meanwhile. Only with PUT.",
    ),
  lowStockAt: z
    .preprocess(digitsOf, typedQuantity.nullable().optional())
    .describe(
      "From so many pieces down it runs low: a whole number, or a text of digits; null for the stall's mark. Left out, it stays as it is; a new product then goes by the stall's.",
    )
    .meta({ type: ["string", "integer", "null"], ...AS_PIECES }),
  vatAmount: z
    .preprocess(asTyped, typedVat)
    .describe("Dollars: a text with two decimals, or a number with at most two. Empty is none.")
    .meta({
      anyOf: [
        { type: "string", pattern: "^(\\d+\\.\\d{2})?$" },
        { type: "number", minimum: 0, maximum: MOST_CENTS / 100 },
      ],
    }),
  content: netContent.nullable().optional().describe("The net content. Left out, it stays as it is."),
  drained: drainedWeight
    .nullable()
    .optional()
    .describe("The weight without the liquid that it lies in. Left out, it stays as it is."),
  weighed: z
    .object({
      price: z
        .preprocess(asTyped, typedPrice)
        .describe("Dollars for a kilo, or for a pound where the content is in oz or lb. The price before any discount.")
        .meta(AS_PRICE),
      margin: margin
        .default(USUAL_MARGIN)
        .describe("How much more than the usual weight is paid for at most, in percent."),
    })
    .transform(({ price, margin: marginPercent }): Weighed => ({ unitPriceCents: price, marginPercent }))
    .nullable()
    .optional()
    .describe(
      "Its pieces are weighed at packing: content is their usual weight, and amount follows from it, whatever is sent. null: it has a price a piece. Left out, it stays as it is.",
    ),
};

export const sizeName = z
  .string({ error: WRONG_FORM })
  .transform(onOneLine)
  .pipe(z.string().max(40, "Maximum length is 40 characters."))
  .default("");

const sizePayload = z.object({
  _id: variantId.optional().describe("Of a size that is there; a size without it is new, one left out is removed."),
  name: sizeName.describe("Needed where there are several sizes, each another one."),
  ...sizeFields,
  amount: sizeFields.amount.optional(),
  vatAmount: sizeFields.vatAmount.default(0),
});
export type SizePayload = Omit<z.output<typeof sizePayload>, "amount"> & { amount: number };

/** Whether a payload has a price, per piece or by weight. */
const hasPrice = ({ amount, weighed }: Pick<Partial<SizePayload>, "amount" | "weighed">) =>
  amount !== undefined || Boolean(weighed);
/** The price of a weighed size follows from its usual weight: see `planSizes`. */
const priced = <Size extends { amount?: number | undefined }>({ amount = 0, ...size }: Size) => ({ ...size, amount });

/** Checks the names and SKUs of sizes. Each error is reported at its field. */
export function checkSizes(sizes: readonly Pick<SizePayload, "name" | "sku">[], refuse: Refuse): void {
  const hasSizes = sizes.length > 1;
  const [names, codes] = [new Set<string>(), new Set<string>()];
  for (const [index, { name, sku }] of sizes.entries()) {
    if (hasSizes && name === "") refuse([index, "name"], REQUIRED);
    else if (hasSizes && names.has(fold(name))) refuse([index, "name"], "Another size has this name.");
    if (codes.has(sku)) refuse([index, "sku"], "Another size has this SKU.");
    names.add(fold(name));
    codes.add(sku);
  }
}
type Refuse = (path: (string | number)[], message: string) => void;

/** Checks the fields of one size against each other. */
export function checkSold(
  {
    amount,
    vatAmount = 0,
    content,
    drained,
    weighed,
  }: Partial<Pick<SizePayload, "amount" | "vatAmount" | "content" | "drained" | "weighed">>,
  refuse: Refuse,
): void {
  if (weighed && content !== undefined && !isWeight(content)) refuse(["content"], USUAL_WEIGHT_NEEDED);
  const price = weighed && isWeight(content) ? mostOf(weighed, content) : amount;
  if (price !== undefined && vatAmount > price) refuse(["vatAmount"], VAT_ABOVE_PRICE);
  if (!isDrainedWithin(content, drained)) refuse(["drained"], DRAINED_MORE);
}

/**
 * Fills in the fields that a product and its sizes have in common. With several sizes, the product gets the first one's
 * values. With one size, values of the product override the size's, for clients that do not know sizes.
 */
function withFirstSize<Payload extends Sent & Partial<Omit<SizePayload, "_id" | "name">>>(payload: Payload) {
  const { variants, ...productFields } = payload;
  const [onlySize, ...otherSizes] = variants ?? [];
  const sizeValues = Object.fromEntries(
    Object.entries(productFields).filter(([name, value]) => name in sizeFields && value !== undefined),
  ) as Partial<SizePayload>;
  const first = otherSizes.length > 0 || !onlySize ? onlySize : { ...onlySize, ...sizeValues };
  const {
    _id: _size,
    name: _name,
    ...figures
  } = first ?? ({ vatAmount: 0, ...priced(productFields) } as unknown as SizePayload);
  return { ...payload, ...figures, ...(variants && first && { variants: [first, ...otherSizes] }) };
}

/** Fields that a product without `variants` must have. */
const NEEDED = ["sku", "barcode", "amount", "quantity"] as const;

const isSent = (values: Partial<SizePayload>, field: (typeof NEEDED)[number]) =>
  field === "amount" ? hasPrice(values) : values[field] !== undefined;

interface Sent {
  variants?: SizePayload[] | undefined;
}

const checkedPayload = z
  .object({
    ...described,
    ...sizeFields,
    sku: sizeFields.sku.optional(),
    barcode: sizeFields.barcode.optional(),
    amount: sizeFields.amount.optional(),
    quantity: sizeFields.quantity.optional(),
    vatAmount: sizeFields.vatAmount.optional(),
    variants: z
      .array(sizePayload.refine(hasPrice, { path: ["amount"], error: REQUIRED }).transform(priced))
      .min(1, "A product has at least one size.")
      .max(MOST_SIZES, TOO_MANY_SIZES)
      .optional()
      .describe(
        "All sizes, in their order. amount, quantity, sku, barcode and the like are those of the first and need not be sent beside it. Left out, the first is meant, and the others stay.",
      ),
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
    isPhysical: z.boolean({ error: WRONG_FORM }).default(true),
    food: foodPayload.optional(),
    season: seasonPayload
      .nullable()
      .optional()
      .describe(
        "The days in which it is sold; null: all year. Left out, it stays as it is. It changes at once, as price and stock do.",
      ),
    noticeHours: noticeHours
      .optional()
      .describe("How many hours before it is wanted it is to be ordered; 0: none. Left out, it stays as it is."),
    externalId: externalId
      .optional()
      .describe(
        "The id that it has in your own system, once among your products; empty for none. Left out, it stays as it is.",
      ),
    availType: z
      .enum(["draft", "in-review", "published"], { error: WRONG_FORM })
      .default("draft")
      .describe("published only keeps what is published already."),
  })
  .refine((p) => p.discountType === "none" || p.discountPercentage > 0, {
    path: ["discountPercentage"],
    error: REQUIRED,
  })
  .superRefine((payload, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
    const { variants } = payload;
    if (!variants) return checkSold(payload, refuse);
    for (const [index, one] of variants.entries())
      checkSold(one, (path, message) => refuse(["variants", index, ...path], message));
    checkSizes(variants, (path, message) => refuse(["variants", ...path], message));
  });

/** `POST` and `PUT /product/manage-product`. */
export const productPayload = NEEDED.reduce(
  (payload, field) =>
    payload.refine((values: Sent & Partial<SizePayload>) => values.variants !== undefined || isSent(values, field), {
      path: [field],
      error: REQUIRED,
      // Reported together with other errors, but not for a field that is there and wrong.
      when: ({ value, issues }) =>
        typeof value === "object" && value !== null && !issues.some(({ path }) => path?.[0] === field),
    }),
  checkedPayload,
).transform(withFirstSize);
export type ProductPayload = z.output<typeof productPayload>;

/** The change of a published product that waits for review, as it is stored. */
export const revisionPayload = z.object({
  title: z.string(),
  description: z.string(),
  categoryId: z.string(),
  tags: z.array(z.string()),
  imageIds: z.array(z.string()),
  videoId: z.string().nullable(),
  /** Absent in changes stored before food information existed. They leave it as it is. */
  food: food.optional(),
  sizes: z
    .array(
      z.object({
        _id: z.string(),
        name: z.string(),
        content: netContent.nullable(),
        drained: netContent.nullable(),
      }),
    )
    // A change that was stored before sizes existed leaves them as they are.
    .optional(),
});
export type RevisionPayload = z.infer<typeof revisionPayload>;
export type SizeInReview = NonNullable<RevisionPayload["sizes"]>[number];

/** Since when an operator keeps a product off sale, and the reason. */
export const takenOff = z
  .object({ at: z.string(), reason: z.string() })
  .describe("Since when an operator keeps it off sale, and why: saving it does not put it back. Absent: nobody does.");

const measure = z.number().nullable();
/** Centimetres and kilograms; null where it is not said. */
export const storedMeasurement = z.object({ height: measure, width: measure, length: measure, weight: measure });
export const storedVariations = z.array(z.object({ variation: z.string(), value: z.string() }));
/** The answer's fields for a size that is weighed at packing. */
const managedWeighed = z
  .object({ price: dollars, margin: z.number().int() })
  .optional()
  .describe("It is weighed at packing: dollars for a kilo or pound before any discount, and the margin in percent.");
const contents = {
  content: netContent.optional().describe("The net content; absent where it is not said."),
  drained: netContent.optional().describe("The weight without the liquid that it lies in."),
};
const reviewed = {
  title: z.string(),
  description: z.string(),
  category: z.object({ _id: z.string(), title: z.string(), tint }),
  tags: z.array(z.string()),
  image: z.array(image),
  video: video.optional(),
  food,
};

const originalPrice = dollars
  .optional()
  .describe(
    "What buyers see struck through: the lowest price of the 30 days before the discount began. Absent where that is not more than they pay.",
  );

/** A size as its merchant sees it. */
const managedSize = z
  .object({
    _id: z.string(),
    name: z.string().describe("Empty where it is the only one."),
    sku: z.string(),
    barcode: z.string(),
    amount: dollars.describe("The price before any discount."),
    discountedPrice: dollars.optional().describe("What the buyer pays, when that is less."),
    originalPrice,
    vatAmount: dollars,
    quantity: z.number().int(),
    stockVersion: z.number().int(),
    lowStockAt: z.number().int().nullable(),
    runsLow: z.boolean(),
    ...contents,
    weighed: managedWeighed,
    isPending: z.boolean().describe("It is new at a product on sale, and sold once it is reviewed."),
  })
  .meta({ id: "ManagedSize" });
export type ManagedSize = z.infer<typeof managedSize>;

export const managedProduct = z
  .object({
    _id: z.string(),
    ...reviewed,
    amount: dollars.describe("The price before any discount."),
    discountedPrice: dollars.optional().describe("What the buyer pays, when that is less."),
    originalPrice,
    discountType: z.enum(["none", "percentage"]),
    discountPercentage: z.number().int(),
    discount: z.number().int().describe("Percent off, 0 for none."),
    taxClass,
    vatAmount: dollars,
    quantity: z.number().int(),
    stockVersion: z.number().int().describe("How often somebody has set the stock; orders do not count."),
    lowStockAt: z
      .number()
      .int()
      .nullable()
      .describe("From so many pieces down it runs low; null: by the stall's mark."),
    runsLow: z.boolean().describe("It has so few pieces left, or none."),
    sku: z.string(),
    barcode: z.string(),
    isPhysical: z.boolean(),
    measurement: storedMeasurement,
    variations: storedVariations,
    ...contents,
    weighed: managedWeighed,
    variants: z.array(managedSize).describe("Its sizes, in their order. What stands beside them is the first one's."),
    season: seasonAnswer.optional().describe("The days in which it is sold; absent: all year."),
    noticeHours: z.number().int().describe("How many hours before it is wanted it is to be ordered; 0: none."),
    externalId: z.string().describe("The id that it has in your own system; empty for none."),
    availType: z.enum(["published", "in-review", "draft"]),
    rating: z.number().int().nullable(),
    sentBackReason: z.string().describe("Why it was sent back last; empty when it was not."),
    takenOff: takenOff.optional(),
    lacks: z
      .array(z.object({ particular, field: z.string().describe("The payload's field.") }))
      .describe("What its category demands and it does not say, with the change that waits for review."),
    waiting: z
      .object({
        ...reviewed,
        sizes: z.array(z.object({ _id: z.string(), name: z.string(), ...contents })).optional(),
        submittedAt: z.string(),
      })
      .optional()
      .describe("A change of the published product that waits for review."),
    createdAt: z.string(),
    updatedAt: z.string().describe("When anything of it became different, its stock too."),
    deletedAt: z.string().optional().describe("Only among what was changed since a moment: it is gone."),
  })
  .meta({ id: "ManagedProduct" });
export type ManagedProduct = z.infer<typeof managedProduct>;

/** The filters of a merchant's own list. */
const STANDS = [
  "on-sale",
  "out-of-stock",
  "low-stock",
  "in-review",
  "drafts",
  "sent-back",
  "taken-off",
  "to-complete",
] as const;
export type Stand = (typeof STANDS)[number];

const lookedUp = (name: string) =>
  z
    .string()
    .trim()
    .min(1, `${name} must not be empty.`)
    .max(100, `${name} can have at most 100 characters.`)
    .optional();

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
      "on-sale: those that everybody may buy. in-review, drafts: those that wait for review, and those that are not handed in. out-of-stock, low-stock: of those on sale, without a piece left, or with as few as its mark of low stock, or the stall's. sent-back: those that came back from review. taken-off: those that an operator keeps off sale. to-complete: of those on sale, without something that their category demands; a change that waits for review counts.",
    ),
  sku: lookedUp("sku").describe("A SKU: the product of which a size has it."),
  barcode: lookedUp("barcode").describe(
    "A barcode, with or without zeros in front: the products of which a size has it.",
  ),
  externalId: lookedUp("externalId").describe("The id that it has in your own system."),
  page,
  from: firstPage.describe("With page: answers the pages from this one to that one together, 20 at the most."),
  limit,
  after,
  updatedSince,
  counts: z
    .literal("1", { error: "counts must be 1." })
    .optional()
    .describe("Also answers `counts`: how many products there are of each `only`, the other filters as they are."),
});
export type ManagedQuery = z.infer<typeof managedQuery>;

const stateCount = z
  .number()
  .int()
  .describe(`${MOST_COUNTED + 1} for any more than ${MOST_COUNTED}.`);
const stateCounts = z.object({
  all: stateCount,
  "on-sale": stateCount,
  "out-of-stock": stateCount,
  "low-stock": stateCount,
  "in-review": stateCount,
  drafts: stateCount,
  "sent-back": stateCount,
  "taken-off": stateCount,
  "to-complete": stateCount,
});
export type StateCounts = z.infer<typeof stateCounts>;

export const managedProducts = z.object({
  data: cursorPageOf(managedProduct).shape.data.extend({
    counts: stateCounts.optional().describe("Products by `only`; absent without `counts`."),
  }),
});
