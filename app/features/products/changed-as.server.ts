import { lacksOf, type CategoryDemands } from "~/features/food-information/demands";
import { particularMissing } from "~/features/food-information/errors.server";
import type { Refusal } from "~/platform/refusal";
import { asItStands } from "./as-it-stands";
import type { PlannedRow } from "./plan-changes.server";
import type { Counted } from "./count-stock.server";
import {
  countedMeanwhile,
  priceOutOfRange,
  productChangedMeanwhile,
  severalSizes,
  stockOutOfRange,
} from "./errors.server";
import { editedLabels, lacksInCategory } from "./demanded.server";
import type { Listed } from "./listed.server";
import type { Change } from "./many-schema";
import { newPrice } from "./new-price";
import { asWanted } from "./plan-sizes.server";
import { staysOnSale } from "./product-row.server";
import { MOST_CENTS, MOST_PIECES } from "./fields-schema";
import { isWeight, mostOf } from "./weighed-schema";
import { STATUSES } from "./statuses";

/** A change of many products, with its category looked up. */
export type Target = Exclude<Change, { what: "category" }> | { what: "category"; category: Titled };
interface Titled {
  _id: string;
  title: string;
  demands: CategoryDemands;
}

/** The outcome for one product. */
export interface Decision {
  from: string;
  to: string;
  /** The values to be written; absent where nothing changes. */
  save?: Pick<PlannedRow, "outcome" | "wanted" | "before">;
  /** Whether the change waits for review. */
  review?: boolean;
  /** The pieces that the count takes away beyond those that are for sale: see `countAwayHeld`. */
  short?: number;
  refusal?: Refusal;
}

const money = (cents: number) => (cents / 100).toFixed(2);
const no = (refusal: Refusal): Decision => ({ from: "", to: "", refusal });

/**
 * Decides what a change makes of one product, by the editor's rules. Writes nothing.
 * @param count the stock that results, for a change that sets the stock
 */
export function changedAs(target: Target, before: Listed, count?: Counted): Decision {
  const { row } = before;
  const planned = asItStands(before);
  const become = (from: string, to: string, overrides: Partial<typeof planned>): Decision =>
    from === to
      ? { from, to }
      : { from, to, save: { outcome: "changed", wanted: { ...planned, ...overrides }, before } };
  switch (target.what) {
    case "price": {
      const variants = before.sizes.map((size) => {
        const as = asWanted(size, before.waiting);
        const weighed = as.weighed && {
          ...as.weighed,
          unitPriceCents: newPrice(as.weighed.unitPriceCents, target.percent, target.roundTo),
        };
        const amount =
          weighed && isWeight(as.content)
            ? mostOf(weighed, as.content)
            : newPrice(size.amountCents, target.percent, target.roundTo);
        // The VAT in the price changes with the price, because it may not exceed it.
        const vatAmount = Math.min(amount, Math.round((size.vatCents * amount) / size.amountCents));
        return { ...as, weighed, amount, vatAmount };
      });
      if (variants.some(({ amount }) => amount < 1 || amount > MOST_CENTS)) return no(priceOutOfRange());
      const [{ amount, vatAmount } = { amount: row.amountCents, vatAmount: row.vatCents }] = variants;
      const pricesOf = (sizes: number[]) => sizes.map(money).join(", ");
      return become(
        pricesOf(before.sizes.map(({ amountCents }) => amountCents)),
        pricesOf(variants.map((size) => size.amount)),
        { amount, vatAmount, variants },
      );
    }
    case "stock": {
      if (before.sizes.length > 1) return no(severalSizes());
      if (count?.isDisputed) return no(productChangedMeanwhile(countedMeanwhile(row.quantity, target.pieces)));
      const quantity = count?.quantity ?? (target.how === "add" ? row.quantity + target.pieces : target.pieces);
      if (quantity < 0 || quantity > MOST_PIECES) return no(stockOutOfRange());
      return { ...become(String(row.quantity), String(quantity), { quantity }), short: count?.short ?? 0 };
    }
    case "category": {
      const { _id, title, demands } = target.category;
      if (planned.category === _id) return { from: planned.categoryTitle, to: title };
      const [lack, ...otherLacks] = lacksInCategory(before, demands);
      if (lack) return no(particularMissing([lack, ...otherLacks]));
      const decision = become(planned.categoryTitle, title, { category: _id, categoryTitle: title });
      return { ...decision, review: staysOnSale(row, planned) };
    }
    case "sale": {
      const availType = !target.on ? "draft" : row.availType === "draft" ? "in-review" : row.availType;
      const isHandedIn = row.availType === "draft" && availType === "in-review";
      const [lack, ...otherLacks] = isHandedIn ? lacksOf(editedLabels(before)) : [];
      if (lack) return no(particularMissing([lack, ...otherLacks]));
      return become(STATUSES[row.availType], STATUSES[availType], { availType });
    }
    case "delete":
      return { from: STATUSES[row.availType], to: "", save: { outcome: "deleted", before } };
  }
}
