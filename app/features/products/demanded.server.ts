import { lacksOf, newLacks, type CategoryDemands, type Labelled, type Lack } from "~/features/food-information/demands";
import { demandsOfCategory, requireNoLack } from "~/features/food-information/demands.server";
import type { Food } from "~/features/food-information/schema";
import type { Trx } from "~/platform/database/database.server";
import type { Listed } from "./listed.server";
import { contentsOf } from "./net-content-schema";
import { asWanted, type WantedSize } from "./plan-sizes.server";
import type { ProductPayload } from "./schema";
import type { Variant } from "./variants.server";

/* The particulars that a category demands of a product that is handed in. Source: GOODS-17. */

/** A product on sale before a save. */
interface OnSale {
  categoryId: string;
  food: Food;
  standing: readonly Variant[];
}

/**
 * Refuses `particular_missing` if a product is handed in without a particular that its category demands. A product on
 * sale may lack particulars, but a change may not make it lack more.
 */
export async function requireParticulars(
  trx: Trx,
  payload: ProductPayload,
  { food, sizes }: { food: Food; sizes: readonly WantedSize[] },
  onSale: OnSale | null,
): Promise<void> {
  if (!onSale && payload.availType !== "in-review") return;
  const after: Labelled = {
    category: await demandsOfCategory(trx, payload.category),
    food,
    sizes: sizes.map(({ before, content }, index) => ({
      _id: before?._id,
      content: content === undefined && before ? contentsOf(before).content : content,
      field: payload.variants || index > 0 ? `variants.${index}.content` : "content",
    })),
  };
  if (!onSale) return requireNoLack(lacksOf(after));
  const category = await demandsOfCategory(trx, onSale.categoryId);
  requireNoLack(newLacks(after, { category, food: onSale.food, sizes: sizesOf(onSale.standing) }));
}

const sizesOf = (sizes: readonly Variant[]): Labelled["sizes"] =>
  sizes.map((size, index) => ({
    _id: size._id,
    content: contentsOf(size).content,
    field: index > 0 ? `variants.${index}.content` : "content",
  }));

/** A product as it is stored, without a change that waits for review. */
export const storedLabels = ({ demands, food, sizes }: Listed): Labelled => ({
  category: demands,
  food,
  sizes: sizesOf(sizes),
});

/** A product as its editor shows it, with a change that waits for review. */
export const editedLabels = (product: Listed): Labelled => ({
  category: product.waitingDemands ?? product.demands,
  food: product.waiting?.food ?? product.food,
  sizes: sizesOf(product.sizes).map((size, index) => {
    const storedSize = product.sizes[index];
    return storedSize ? { ...size, content: asWanted(storedSize, product.waiting).content } : size;
  }),
});

/** Lists the particulars that a product would newly lack in another category. A draft may lack any. */
export const lacksInCategory = (product: Listed, category: CategoryDemands): Lack[] =>
  product.row.availType === "draft" ? [] : newLacks({ ...editedLabels(product), category }, storedLabels(product));
