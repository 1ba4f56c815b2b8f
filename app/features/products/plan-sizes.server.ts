import { type NewRow } from "~/platform/database/tables";
import type { Db, Trx } from "~/platform/database/database.server";
import { timestamp, type Clock } from "~/platform/clock";
import { WRITTEN_OF_SIZES } from "./columns";
import type { Counted } from "./count-stock.server";
import { priceOutOfRange, unknownSize, usualWeightNeeded } from "./errors.server";
import { MOST_CENTS } from "./fields-schema";
import { contentColumns, contentsOf } from "./net-content-schema";
import type { ProductPayload, RevisionPayload, SizeInReview, SizePayload } from "./schema";
import { variantIdOf, type Variant } from "./variants.server";
import { isWeight, lessDiscount, mostOf, USUAL_MARGIN, weightUnitOf } from "./weighed-schema";

/* The sizes of a product after a save: planned against the stored ones, and written. */

/** A wanted size, with the stored size that it changes. Without one, it is new. */
export interface WantedSize extends SizePayload {
  before: Variant | undefined;
}

/**
 * All sizes that a payload asks for. Without `variants`, the payload changes the first size, and the others stay with
 * their changes that wait for review. Refuses `unknown_size`.
 */
export function wantedSizes(
  payload: ProductPayload,
  standing: readonly Variant[],
  waiting: RevisionPayload | null,
): WantedSize[] {
  const { variants, ...first } = payload;
  if (!variants) {
    const [firstSize, ...otherSizes] = standing.map((one) => ({ ...asWanted(one, waiting), before: one }));
    return [
      firstSize ? withSize(firstSize, first) : withSize({ ...first, name: "", before: undefined }, first),
      ...otherSizes,
    ];
  }
  return variants.map((one, index) => {
    const before = standing.find(({ _id }) => _id === one._id);
    if (one._id !== undefined && !before) throw unknownSize(`variants.${index}._id`);
    return { ...one, name: variants.length > 1 ? one.name : "", before };
  });
}

/** A size with the values of a payload. Values that the payload leaves out stay. */
export function withSize(size: WantedSize, values: Omit<SizePayload, "_id" | "name">): WantedSize {
  const { content = size.content, drained = size.drained, lowStockAt = size.lowStockAt, ...rest } = values;
  const { weighed = size.weighed } = values;
  return { ...rest, content, drained, weighed, lowStockAt, _id: size._id, name: size.name, before: size.before };
}

/** A size as a payload would state it, with its change that waits for review. */
export function asWanted(row: Variant, waiting: RevisionPayload | null): SizePayload {
  const change = waiting?.sizes?.find(({ _id }) => _id === row._id);
  const { name, content, drained } = change ?? { name: row.name, ...contentsOf(row) };
  return {
    _id: row._id,
    name,
    sku: row.sku,
    barcode: row.barcode,
    amount: row.amountCents,
    vatAmount: row.vatCents,
    quantity: row.quantity,
    quantityBefore: undefined,
    stockVersion: undefined,
    lowStockAt: undefined,
    content,
    drained,
    weighed: weighedOf(row),
  };
}

/** Price and margin of a weighed size. Null for any other. */
const weighedOf = ({ unitPriceCents, marginPercent }: Pick<Variant, "unitPriceCents" | "marginPercent">) =>
  unitPriceCents === null ? null : { unitPriceCents, marginPercent: marginPercent ?? USUAL_MARGIN };

/** The sizes of one product after a save. */
export interface SizePlan {
  rows: NewRow<"variants">[];
  removed: string[];
  /** The pieces that each size gains or loses, and its stock afterwards. */
  stock: { productId: string; variantId: string; pieces: number; quantity: number }[];
  /** The fields of the sizes that wait for review, as wanted and as on sale. Both are equal if nothing waits. */
  review: { wanted: SizeInReview[]; onSale: SizeInReview[] };
}

/**
 * Plans the sizes of a product. For a product on sale, names, contents and new sizes wait for review; prices and stock
 * change at once. `made` is how many sizes the product has ever had, `counts` the stock that counts lead to. Refuses
 * `usual_weight_needed` and `price_out_of_range`.
 */
export function planSizes(
  product: { _id: string; merchantId: string; discountPercent: number; onSale: boolean },
  {
    sizes,
    standing,
    made,
    counts,
  }: {
    sizes: WantedSize[];
    standing: readonly Variant[];
    made: number;
    counts: ReadonlyMap<string, Counted>;
  },
): SizePlan {
  let count = made;
  const plan: SizePlan = { rows: [], removed: [], stock: [], review: { wanted: [], onSale: [] } };
  for (const [position, size] of sizes.entries()) {
    const { before } = size;
    const _id = before?._id ?? variantIdOf(product._id, count++);
    const quantity = (before && counts.get(_id)?.quantity) ?? size.quantity;
    const pieces = quantity - (before?.quantity ?? 0);
    const storedContents = before ? contentsOf(before) : { content: null, drained: null };
    const content = size.content === undefined ? storedContents.content : size.content;
    const drained = size.drained === undefined ? storedContents.drained : size.drained;
    const isLive = before !== undefined && before.isPending === 0;
    const weighed = size.weighed === undefined ? before && weighedOf(before) : size.weighed;
    const read = { _id, name: size.name, content, drained };
    // The usual weight of a weighed size is a part of its price, so both change together.
    const contents = weighed ? { content, drained } : storedContents;
    const shownFields = product.onSale && isLive ? { name: before.name, ...contents } : read;
    plan.review.wanted.push(read);
    if (isLive) plan.review.onSale.push({ _id, name: before.name, ...contents });
    if (weighed && !isWeight(content))
      throw usualWeightNeeded(sizes.length > 1 ? `variants.${position}.content` : "content");
    const amountCents = weighed && isWeight(content) ? mostOf(weighed, content) : size.amount;
    if (amountCents > MOST_CENTS) throw priceOutOfRange();
    plan.stock.push({ productId: product._id, variantId: _id, pieces, quantity });
    plan.rows.push({
      _id,
      productId: product._id,
      merchantId: product.merchantId,
      position,
      name: shownFields.name,
      sku: size.sku,
      barcode: size.barcode,
      amountCents,
      priceCents: lessDiscount(amountCents, product.discountPercent),
      vatCents: Math.min(size.vatAmount, amountCents),
      quantity,
      stockVersion: (before?.stockVersion ?? 0) + (before && pieces !== 0 ? 1 : 0),
      lowStockAt: size.lowStockAt === undefined ? (before?.lowStockAt ?? null) : size.lowStockAt,
      ...contentColumns(shownFields),
      unitPriceCents: weighed?.unitPriceCents ?? null,
      weightUnit: weighed && isWeight(content) ? weightUnitOf(content) : null,
      marginPercent: weighed?.marginPercent ?? null,
      isPending: product.onSale && !isLive ? 1 : 0,
      deletedAt: null,
    });
  }
  const staying = new Set(plan.rows.map(({ _id }) => _id));
  plan.removed = standing.flatMap(({ _id }) => (staying.has(_id) ? [] : [_id]));
  return plan;
}

/** How many sizes of each product were removed; none is absent. Ids are not used again, because orders name them. */
export async function removedSizes(db: Db, productIds: string[]): Promise<Map<string, number>> {
  if (productIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("variants")
    .select((eb) => ["productId", eb.fn.countAll<number>().as("n")])
    .where("productId", "in", productIds)
    .where("deletedAt", "is not", null)
    .groupBy("productId")
    .execute();
  return new Map(rows.map(({ productId, n }) => [productId, Number(n)]));
}

/** Removes sizes from their products. Their rows stay, because orders and carts name them. */
export async function removeSizes(trx: Trx, variantIds: string[], now: string): Promise<void> {
  await trx.updateTable("variants").set({ deletedAt: now }).where("_id", "in", variantIds).execute();
}

/** Writes the planned sizes. The caller holds the product's lock and refreshes its figures. */
export async function writeSizes(
  trx: Trx,
  clock: Clock,
  { rows, removed }: Pick<SizePlan, "rows" | "removed">,
): Promise<void> {
  // Removals come first, because a size that stays may take the SKU of a removed one.
  if (removed.length > 0) await removeSizes(trx, removed, timestamp(clock));
  await trx
    .insertInto("variants")
    .values(rows)
    .onConflict((oc) =>
      oc
        .column("_id")
        .doUpdateSet((eb) =>
          Object.fromEntries(WRITTEN_OF_SIZES.map((column) => [column, eb.ref(`excluded.${column}`)])),
        ),
    )
    .execute();
}
