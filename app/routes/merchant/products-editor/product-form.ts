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

/** With scripts, the page completes 4 to 4.00 when the field is left. This does it for forms without scripts. */
const typedAmount = z.string({ error: REQUIRED }).transform(completed);

/** An empty field means the usual margin. */
const typedMargin = typedQuantity.pipe(margin);

/** Fields of one size. Those of the first size are in the form itself. */
const soldAs = {
  sku: described.sku,
  barcode: described.barcode,
  amount: typedAmount.pipe(typedPrice),
  vatAmount: typedAmount.pipe(typedVat).optional(),
  content: typedContent.optional(),
  drained: typedDrained.optional(),
  /** Whether `amount` is the price of a piece, or of a kilo or pound to be weighed. If absent, it stays as it is. */
  soldBy: z.enum(["piece", "weight"], { error: WRONG_FORM }).optional(),
  margin: typedMargin.optional(),
  quantity: typedQuantity,
  quantityBefore: typedQuantity.optional(),
  stockVersion: typedQuantity.optional(),
  lowStockAt: typedQuantity.optional(),
  /** The mark as the page showed it: only a mark that was changed here is saved. */
  lowStockBefore: typedQuantity.optional(),
};

const SEASON_FIELDS = { from: "seasonFrom", until: "seasonUntil", yearly: "seasonYearly" };
/** The price in cents and the margin of a weighed size. Null for any other size, undefined if the form does not say. */
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
 * The product form: every field is a text as typed. The server checks it by these rules, and with scripts the page
 * checks it at each change.
 */
export const productForm = z
  .object({
    ...described,
    ...soldAs,
    /** The id and name of the first size, if there are several sizes. */
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
    /** Absent in a form from before there was food information, which then stays as it is. */
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
