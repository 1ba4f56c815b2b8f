import type { Refusal } from "~/platform/refusal";
import type { CheckedRow } from "./check-rows.server";
import { priceOutOfRange, stockOutOfRange } from "./errors.server";
import type { Listed } from "./import-queries.server";
import type { Change } from "./many-schema";
import { newPrice } from "./new-price";
import { shortOf, staysOnSale, stockAfter } from "./product-row.server";
import { MOST_CENTS, MOST_PIECES } from "./fields-schema";
import type { ProductPayload } from "./schema";
import { STATUSES } from "./sheet.server";

/** A change of many products, its category looked up. */
export type Target = Exclude<Change, { what: "category" }> | { what: "category"; category: Titled };
interface Titled {
  _id: string;
  title: string;
}

/** What becomes of one product. */
export interface Decision {
  from: string;
  to: string;
  /** What is to be written; absent where nothing changes. */
  save?: Pick<CheckedRow, "outcome" | "wanted" | "before">;
  /** It waits for review. */
  review?: boolean;
  /** So many pieces fewer were counted than are for sale: see `countAwayHeld`. */
  short?: number;
  refusal?: Refusal;
}

const money = (cents: number) => (cents / 100).toFixed(2);
const no = (refusal: Refusal): Decision => ({ from: "", to: "", refusal });

/** What a change makes of one product, by the rules that hold for the editor. Nothing is written. */
export function changedAs(target: Target, before: Listed, quantityBefore?: number): Decision {
  const { row } = before;
  const wanted = asItStands(before);
  const become = (from: string, to: string, more: Partial<typeof wanted>): Decision =>
    from === to ? { from, to } : { from, to, save: { outcome: "changed", wanted: { ...wanted, ...more }, before } };
  switch (target.what) {
    case "price": {
      const amount = newPrice(row.amountCents, target.percent, target.roundTo);
      if (amount < 1 || amount > MOST_CENTS) return no(priceOutOfRange());
      return become(money(row.amountCents), money(amount), { amount });
    }
    case "stock": {
      const quantity =
        target.how === "add"
          ? row.quantity + target.pieces
          : stockAfter(row, { quantity: target.pieces, quantityBefore });
      if (quantity < 0 || quantity > MOST_PIECES) return no(stockOutOfRange());
      const short = target.how === "add" ? 0 : shortOf(row, { quantity: target.pieces, quantityBefore });
      return { ...become(String(row.quantity), String(quantity), { quantity }), short };
    }
    case "category": {
      const { _id, title } = target.category;
      if (wanted.category === _id) return { from: wanted.categoryTitle, to: title };
      const decision = become(wanted.categoryTitle, title, { category: _id, categoryTitle: title });
      return { ...decision, review: staysOnSale(row, wanted) };
    }
    case "sale": {
      const availType = !target.on ? "draft" : row.availType === "draft" ? "in-review" : row.availType;
      return become(STATUSES[row.availType], STATUSES[availType], { availType });
    }
    case "delete":
      return { from: STATUSES[row.availType], to: "", save: { outcome: "deleted", before } };
  }
}

/** The product as its editor would save it unchanged: a change that waits for review is gone on with. */
function asItStands(before: Listed): ProductPayload & { categoryTitle: string } {
  const { row, waiting, published, waitingCategory, categoryTitle } = before;
  const { imageIds, videoId } = waiting ?? published;
  return {
    title: waiting?.title ?? row.title,
    description: waiting?.description ?? row.description,
    category: waiting?.categoryId ?? row.categoryId,
    categoryTitle: waitingCategory ?? categoryTitle,
    tags: waiting?.tags ?? (JSON.parse(row.tags) as string[]),
    image: imageIds,
    video: videoId,
    sku: row.sku,
    barcode: row.barcode,
    amount: row.amountCents,
    quantity: row.quantity,
    quantityBefore: undefined,
    discountType: row.discountType,
    discountPercentage: row.discountPercent,
    taxClass: row.taxClass as ProductPayload["taxClass"],
    vatAmount: row.vatCents,
    isPhysical: row.isPhysical === 1,
    measurement: JSON.parse(row.measurement) as ProductPayload["measurement"],
    variations: JSON.parse(row.variations) as ProductPayload["variations"],
    availType: row.availType,
  };
}
