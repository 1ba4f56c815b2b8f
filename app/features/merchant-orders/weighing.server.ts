import { toDollars } from "~/features/fields";
import { imageOf } from "~/features/media/stored-files.server";
import { weighedLineOf } from "~/features/products/ordered-size.server";
import { buyerOf } from "~/features/orders/order.server";
import { contentsOf } from "~/features/products/net-content-schema";
import type { Services } from "~/platform/services.server";
import { MOST_TOGETHER } from "./packing-schema";
import { MOST_LINES, MOST_PIECES, type SizeToWeigh, type Weighing } from "./weigh-schema";

/** Goods that a merchant has to weigh, over all orders to be sent, by size, as they are weighed. One statement. */
export async function weighingOf({ db }: Pick<Services, "db">, merchantId: string): Promise<Weighing> {
  const rows = await db
    .selectFrom("orderParts as p")
    .innerJoin("orderLines as l", "l.partId", "p._id")
    .innerJoin("orders as o", "o._id", "p.orderId")
    .leftJoin("files as f", "f._id", "l.imageId")
    .select(["l._id", "l.orderId", "l.variantId", "l.title", "l.contentMilli", "l.contentUnit", "l.priceCents"])
    .select(["l.quantity", "l.refundedQuantity", "l.unitPriceCents", "l.weightUnit", "l.weights", "l.dueCents"])
    .select(["o.itemId", "o.buyer", "f._id as fileId", "f.widths", "f.width", "f.height"])
    .where("p.merchantId", "=", merchantId)
    .where("p.statusText", "=", "Processing")
    .where("p.paidAt", "is not", null)
    .where("l.unitPriceCents", "is not", null)
    .whereRef("l.refundedQuantity", "<", "l.quantity")
    .orderBy("p.paidAt")
    .orderBy("l._id")
    .limit(MOST_LINES + 1)
    .execute();
  const weighedLines = linesOfOneForm(rows);
  const sizes = new Map<string, SizeToWeigh>();
  const sums = { pieces: 0, weighed: 0 };
  for (const row of weighedLines) {
    const { weighed } = weighedLineOf(row);
    if (!weighed) continue;
    const { content } = contentsOf({ ...row, drainedMilli: null, drainedUnit: null });
    const { fileId, widths, width, height } = row;
    const size = sizes.get(row.variantId) ?? {
      _id: row.variantId,
      title: row.title,
      image: fileId ? [imageOf({ _id: fileId, widths: widths ?? "[]", width: width ?? 0, height: height ?? 0 })] : [],
      ...(content && { usual: content }),
      lines: [],
    };
    const { firstName, lastName } = buyerOf(row);
    const count = row.quantity - row.refundedQuantity;
    // Pieces are weighed again if some that were weighed with them were refunded since.
    const weights = weighed.weights.length > count ? Array<null>(count).fill(null) : weighed.weights;
    size.lines.push({
      ...weighed,
      weights,
      _id: row._id,
      order: row.orderId,
      itemId: row.itemId,
      buyer: `${firstName} ${lastName}`.trim(),
      most: toDollars(row.priceCents * count),
    });
    sums.pieces += count;
    sums.weighed += weights.filter((weight) => weight !== null).length;
    sizes.set(row.variantId, size);
  }
  return {
    sizes: [...sizes.values()].toSorted((first, second) => first.title.localeCompare(second.title, "en")),
    ...sums,
    isWhole: weighedLines.length === rows.length,
  };
}

/**
 * The oldest lines that fit in one form: at most MOST_LINES lines of MOST_TOGETHER orders with MOST_PIECES pieces, but
 * at least one line.
 */
function linesOfOneForm<Line extends { orderId: string; quantity: number; refundedQuantity: number }>(
  lines: Line[],
): Line[] {
  const orders = new Set<string>();
  let pieces = 0;
  const end = lines.findIndex(({ orderId, quantity, refundedQuantity }, index) => {
    orders.add(orderId);
    pieces += quantity - refundedQuantity;
    return index > 0 && (orders.size > MOST_TOGETHER || pieces > MOST_PIECES);
  });
  return lines.slice(0, end < 0 ? MOST_LINES : Math.min(end, MOST_LINES));
}
