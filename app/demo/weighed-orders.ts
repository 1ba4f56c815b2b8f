import { dueFor, milliOf } from "~/features/products/weighed-schema";
import type { NewRow } from "~/platform/database/tables";
import { seededRandom } from "./content/random";
import type { DemoGoods } from "./goods.server";

/** Columns of a line that say what its pieces weigh. */
type WeighedColumns = Required<Pick<NewRow<"orderLines">, "unitPriceCents" | "weightUnit" | "weights" | "dueCents">>;

/** The columns of a line of goods with a price for each piece. */
export const BY_THE_PIECE: WeighedColumns = {
  unitPriceCents: null,
  weightUnit: null,
  weights: "",
  dueCents: null,
};

/** The columns of a line whose pieces are still to be weighed, if its goods are sold by weight. */
export function toWeigh({ weighed }: DemoGoods): WeighedColumns {
  if (!weighed) return BY_THE_PIECE;
  return { ...BY_THE_PIECE, unitPriceCents: weighed.unitPriceCents, weightUnit: "kg" };
}

const PERCENT_OF_USUAL: readonly [least: number, most: number] = [90, 110];

/**
 * Weighs goods of orders that have left: each piece within a tenth of the usual weight, in whole grams. Returns the
 * columns of the line, and the cents that went back for it. The same at every fill.
 */
export function scale(): (product: DemoGoods, quantity: number) => WeighedColumns & { backCents: number } {
  const random = seededRandom(20_260_311);
  return (product, quantity) => {
    const { content, weighed } = product;
    if (!weighed || !content) return { ...BY_THE_PIECE, backCents: 0 };
    const usualMilli = milliOf(content, "kg");
    const weights = Array.from({ length: quantity }, () =>
      Math.round((usualMilli * random.integer(...PERCENT_OF_USUAL)) / 100),
    );
    const paidCents = product.priceCents * quantity;
    const dueCents = dueFor(weights, weighed.unitPriceCents, paidCents);
    return { ...toWeigh(product), weights: JSON.stringify(weights), dueCents, backCents: paidCents - dueCents };
  };
}

/** One in this many new orders has something that is still to be weighed. */
const ONE_IN = 3;

/** Adds goods that are still to be weighed to some new orders. */
export function withGoodsToWeigh<Line extends { product: DemoGoods; quantity: number }>(
  itemId: number,
  lines: Line[],
  byWeight: DemoGoods[],
): { product: DemoGoods; quantity: number }[] {
  const product = byWeight[Math.floor(itemId / ONE_IN) % byWeight.length];
  if (itemId % ONE_IN !== 0 || !product || lines.some((line) => line.product._id === product._id)) return lines;
  return [...lines, { product, quantity: 2 }];
}
