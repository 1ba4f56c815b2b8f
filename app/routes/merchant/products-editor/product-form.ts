import { completed } from "~/features/products/fields-schema";
import {
  described,
  imageIds,
  REQUIRED,
  taxClass,
  typedPercent,
  typedPrice,
  typedQuantity,
  typedSize,
  typedTags,
  typedVat,
  variations,
  WRONG_FORM,
} from "~/features/products/fields-schema";
import { typedContent, typedDrained } from "~/features/products/net-content-schema";
import { USUAL_MARGIN, type Weighed } from "~/features/products/weighed-schema";
import {
  checkSizes,
  checkSold,
  margin,
  MOST_SIZES,
  sizeName,
  TOO_MANY_SIZES,
  variantId,
} from "~/features/products/schema";
import { checkSeason, typedNotice } from "~/features/products/season-schema";
import { z } from "~/features/zod";
import { typedFood } from "~/features/food-information/typed-food";

/** With scripts the page completes 4 to 4.00 as the field is left; without, it is done here. */
const typedAmount = z.string({ error: REQUIRED }).transform(completed);

/** Empty is the usual one. */
const typedMargin = typedQuantity.pipe(margin);

/** Fields of one size; those of the first stand in the form itself. */
const soldAs = {
  sku: described.sku,
  barcode: described.barcode,
  amount: typedAmount.pipe(typedPrice),
  vatAmount: typedAmount.pipe(typedVat).optional(),
  content: typedContent.optional(),
  drained: typedDrained.optional(),
  /** Whether `amount` is the price of a piece, or of a kilo or pound that is weighed at packing; absent, it stays so. */
  soldBy: z.enum(["piece", "weight"], { error: WRONG_FORM }).optional(),
  margin: typedMargin.optional(),
  quantity: typedQuantity,
  quantityBefore: typedQuantity.optional(),
  stockVersion: typedQuantity.optional(),
  lowStockAt: typedQuantity.optional(),
  /** As the page showed it: only a mark that was changed here is saved. */
  lowStockBefore: typedQuantity.optional(),
};

const SEASON_FIELDS = { from: "seasonFrom", until: "seasonUntil", yearly: "seasonYearly" };
/** Price and margin of a size that is weighed, in cents; null of any other, undefined where the form does not say. */
export const weighedIn = ({ soldBy, amount, margin = USUAL_MARGIN }: Weighable): Weighed | null | undefined =>
  soldBy === undefined ? undefined : soldBy === "piece" ? null : { unitPriceCents: amount, marginPercent: margin };
interface Weighable {
  soldBy?: "piece" | "weight" | undefined;
  amount: number;
  margin?: number | undefined;
}

const sizeRow = z.object({ id: variantId.optional(), name: sizeName, ...soldAs });
export type SizeRow = z.output<typeof sizeRow>;

/**
 * The product form, every field a text as it is typed. The same rules check it on the server and, with scripts, on
 * each change.
 */
export const productForm = z
  .object({
    ...described,
    ...soldAs,
    /** The first size's id and name, where there are others. */
    sizeId: variantId.optional(),
    sizeName: sizeName.optional(),
    /** The other sizes. */
    sizes: z
      .array(sizeRow)
      .max(MOST_SIZES - 1, TOO_MANY_SIZES)
      .default([]),
    category: z.string({ error: REQUIRED }).min(1, REQUIRED),
    image: imageIds.default([]),
    video: z.string().optional(),
    discountType: z.enum(["none", "percentage"], { error: WRONG_FORM }).default("none"),
    discountPercentage: typedPercent.optional(),
    taxClass: taxClass.default("standard"),
    isPhysical: z.boolean().default(false),
    weight: typedSize.optional(),
    height: typedSize.optional(),
    length: typedSize.optional(),
    width: typedSize.optional(),
    tags: typedTags,
    variations: variations.default([]),
    seasonFrom: z.string().optional(),
    seasonUntil: z.string().optional(),
    seasonYearly: z.boolean().default(false),
    noticeHours: typedNotice.optional(),
    /** Absent in a form from before there was any: it stays as it is. */
    food: typedFood.optional(),
    availType: z.enum(["draft", "in-review", "published"], { error: WRONG_FORM }).default("draft"),
  })
  .refine((p) => p.discountType === "none" || p.discountPercentage !== undefined, {
    path: ["discountPercentage"],
    error: REQUIRED,
  })
  .superRefine((form, context) => {
    const refuse = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
    checkSold({ ...form, weighed: weighedIn(form) }, refuse);
    checkSeason(
      { from: form.seasonFrom ?? "", until: form.seasonUntil ?? "", yearly: form.seasonYearly },
      (field, message) => refuse([SEASON_FIELDS[field]], message),
    );
    for (const [index, size] of form.sizes.entries())
      checkSold({ ...size, weighed: weighedIn(size) }, (path, message) => refuse(["sizes", index, ...path], message));
    const all = [{ name: form.sizeName ?? "", sku: form.sku }, ...form.sizes];
    checkSizes(all, ([index = 0, field = ""], message) =>
      refuse(index === 0 ? [field === "name" ? "sizeName" : field] : ["sizes", Number(index) - 1, field], message),
    );
  });

export type ProductForm = z.output<typeof productForm>;
