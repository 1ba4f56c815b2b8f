import type { Listed } from "./listed.server";
import type { ProductPayload } from "./schema";
import { measurementIn, tagsIn, variationsIn } from "./stored-json";

/** The payload that saves the product unchanged from its editor. Values of a change that waits for review win. */
export function asItStands(before: Listed): ProductPayload & { categoryTitle: string } {
  const { row, waiting, published, waitingCategory, categoryTitle } = before;
  const { imageIds, videoId } = waiting ?? published;
  return {
    title: waiting?.title ?? row.title,
    description: waiting?.description ?? row.description,
    category: waiting?.categoryId ?? row.categoryId,
    categoryTitle: waitingCategory ?? categoryTitle,
    tags: waiting?.tags ?? tagsIn(row.tags),
    image: imageIds,
    video: videoId,
    sku: row.sku,
    barcode: row.barcode,
    amount: row.amountCents,
    quantity: row.quantity,
    quantityBefore: undefined,
    stockVersion: undefined,
    lowStockAt: undefined,
    content: undefined,
    drained: undefined,
    weighed: undefined,
    variants: undefined,
    discountType: row.discountType,
    discountPercentage: row.discountPercent,
    taxClass: row.taxClass as ProductPayload["taxClass"],
    vatAmount: row.vatCents,
    isPhysical: row.isPhysical === 1,
    measurement: measurementIn(row.measurement),
    variations: variationsIn(row.variations),
    availType: row.availType,
  };
}
