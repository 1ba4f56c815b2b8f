import {
  completed,
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
import { z } from "~/features/zod";

/** With scripts the page completes 4 to 4.00 as the field is left; without, it is done here. */
const typedAmount = z.string({ error: REQUIRED }).transform(completed);

/**
 * The product form, every field a text as it is typed. The same rules check it on the server and, with scripts, on
 * each change.
 */
export const productForm = z
  .object({
    ...described,
    amount: typedAmount.pipe(typedPrice),
    quantity: typedQuantity,
    quantityBefore: typedQuantity.optional(),
    lowStockAt: typedQuantity.optional(),
    /** As the page showed it: only a mark that was changed here is saved. */
    lowStockBefore: typedQuantity.optional(),
    category: z.string({ error: REQUIRED }).min(1, REQUIRED),
    image: imageIds.default([]),
    video: z.string().optional(),
    discountType: z.enum(["none", "percentage"], { error: WRONG_FORM }).default("none"),
    discountPercentage: typedPercent.optional(),
    taxClass: taxClass.default("standard"),
    vatAmount: typedAmount.pipe(typedVat).optional(),
    isPhysical: z.boolean().default(false),
    weight: typedSize.optional(),
    height: typedSize.optional(),
    length: typedSize.optional(),
    width: typedSize.optional(),
    tags: typedTags,
    variations: variations.default([]),
    availType: z.enum(["draft", "in-review", "published"], { error: WRONG_FORM }).default("draft"),
  })
  .refine((p) => p.discountType === "none" || p.discountPercentage !== undefined, {
    path: ["discountPercentage"],
    error: REQUIRED,
  });

export type ProductForm = z.output<typeof productForm>;
