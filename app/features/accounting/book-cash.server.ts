import type { Cents } from "~/features/fields";
import type { Trx } from "~/platform/database/database.server";
import type { OrderLineRow, OrderPartRow, OrderRow } from "~/platform/database/tables";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import type { Selectable } from "kysely";
import { note, noteSales } from "./entries.server";
import { addSums, sizeOfLine, sumsOf, type Pieces, type Size } from "./sums.server";
import { vatOfLine, vatRefunded } from "./vat";

type Line = Selectable<OrderLineRow>;
type Part = Pick<OrderPartRow, "_id" | "merchantId">;

/** An entry about money that a buyer gives a merchant, or gets back from one, and about the fee for it. */
const entryOf = (
  order: Pick<OrderRow, "_id" | "itemId">,
  { _id: partId, merchantId }: Part,
  fields: { kind: "cash" | "fee"; amountCents: Cents; note: string; uniqueKey: string; createdAt: string },
) => ({ _id: newId(new Date(fields.createdAt)), merchantId, partId, orderId: order._id, vatCents: 0, ...fields });

interface Paid {
  paidAt: string;
  /** The price of the goods, and the delivery fee. */
  goodsCents: Cents;
  deliveryFeeCents: Cents;
  /** The receiver of the money: the stall, or the staff of its market day, who give it to the stall. */
  paidTo: "stall" | "market";
  /** The marketplace's fee, which the merchant owes from now on. */
  feeCents: Cents;
}

/**
 * Books a part that its buyer has paid at collection: the sale of what is left of it, and that the merchant has its
 * money. The marketplace owes nothing for it, and the merchant owes the fee. Goods that were taken out before were
 * never sold.
 */
export async function bookCashSale(
  trx: Trx,
  { config }: Pick<Services, "config">,
  order: OrderRow,
  part: Part,
  lines: Line[],
  { paidAt, goodsCents, deliveryFeeCents, paidTo, feeCents }: Paid,
): Promise<void> {
  const { itemId } = order;
  const vatCents = lines.reduce((sum, line) => sum + vatOfLine(line) - vatRefunded(line, line.refundedCents), 0);
  const sale = { partId: part._id, orderId: order._id, merchantId: part.merchantId, itemId, deliveryFeeCents };
  await noteSales(trx, [{ ...sale, amountCents: goodsCents, vatCents }], paidAt);
  await note(trx, [
    entryOf(order, part, {
      kind: "cash",
      amountCents: 0 - goodsCents - deliveryFeeCents,
      note:
        paidTo === "market"
          ? `Paid to the market's staff for you, order #${itemId}`
          : `Paid to you for order #${itemId}`,
      uniqueKey: `cash ${part._id}`,
      createdAt: paidAt,
    }),
    ...(feeCents > 0
      ? [
          entryOf(order, part, {
            kind: "fee",
            amountCents: 0 - feeCents,
            note: `Fee for order #${itemId}, paid to you`,
            uniqueKey: `cash fee ${part._id}`,
            createdAt: paidAt,
          }),
        ]
      : []),
  ]);
  const booking = {
    kind: "sale" as const,
    merchantId: part.merchantId,
    buyerId: order.buyerId,
    at: paidAt,
    amountCents: goodsCents,
    deliveryFeeCents,
    lines: linesPaid(lines),
    orders: 1 as const,
  };
  await addSums(trx, sumsOf([booking], config.timeZone));
}

/** Lines as they are paid at collection: less what was taken out or went off the price by weight. */
export function linesPaid(
  lines: (Size & Pick<Line, "priceCents" | "quantity" | "refundedQuantity" | "refundedCents">)[],
): Pieces {
  return lines
    .map((line) => ({
      ...sizeOfLine(line),
      quantity: line.quantity - line.refundedQuantity,
      amountCents: line.priceCents * line.quantity - line.refundedCents,
    }))
    .filter(({ quantity, amountCents }) => quantity > 0 || amountCents > 0);
}

/**
 * Books money that the merchant has given back to the buyer by hand, in addition to the refund itself: the merchant has
 * that much less of the money, and owes less of the fee.
 */
export async function bookCashBack(
  trx: Trx,
  order: Pick<OrderRow, "_id" | "itemId">,
  part: Part,
  { refundId, at, amountCents, feeCents }: { refundId: string; at: string; amountCents: Cents; feeCents: Cents },
): Promise<void> {
  if (amountCents === 0) return;
  await note(trx, [
    entryOf(order, part, {
      kind: "cash",
      amountCents,
      note: `Given back by you for order #${order.itemId}`,
      uniqueKey: `cash back ${refundId} ${part._id}`,
      createdAt: at,
    }),
    ...(feeCents > 0
      ? [
          entryOf(order, part, {
            kind: "fee",
            amountCents: feeCents,
            note: "Fee given back",
            uniqueKey: `fee back ${refundId} ${part._id}`,
            createdAt: at,
          }),
        ]
      : []),
  ]);
}
