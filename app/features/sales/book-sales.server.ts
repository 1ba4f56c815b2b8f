import { noteRefund, noteSales, type Sale } from "~/features/ledger/entries.server";
import type { Trx } from "~/platform/database/database.server";
import type { OrderLineRow, OrderPartRow, OrderRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { addSums, sumsOf, type SoldPart } from "./sums.server";

type Line = Pick<OrderLineRow, "partId" | "productId" | "priceCents" | "quantity">;
type Part = Pick<OrderPartRow, "_id" | "merchantId" | "amountCents">;
type Pieces = Pick<Line, "productId" | "priceCents" | "quantity">[];

/**
 * Books an order that was just paid: each merchant is owed their part, and the sums of sales go up. In the
 * transaction that marks it paid.
 */
export async function bookSales(trx: Trx, { config }: Services, order: OrderRow, lines: Line[]): Promise<void> {
  const paidAt = order.paidAt ?? order.createdAt;
  const parts = await trx
    .selectFrom("orderParts")
    .select(["_id", "merchantId", "amountCents"])
    .where("orderId", "=", order._id)
    .orderBy("_id")
    .execute();
  await noteSales(
    trx,
    parts.map((part) => saleOf(order, part)),
    paidAt,
  );
  await addSums(
    trx,
    sumsOf(
      parts.map((part) => ({ ...soldBy(order, part), lines: lines.filter((line) => line.partId === part._id) })),
      config.timeZone,
    ),
  );
}

/**
 * Takes what went back of a part out of the books again: owed no more, and off the sums of the day on which it was
 * sold. `settled`: nothing of it is left.
 */
export async function bookReturn(
  trx: Trx,
  { config }: Services,
  order: OrderRow,
  part: Part,
  pieces: Pieces,
  refund: { refundId: string; settled: boolean; at: string },
): Promise<void> {
  await noteRefund(trx, saleOf(order, part), refund.refundId, refund.at);
  await addSums(
    trx,
    sumsOf([{ ...soldBy(order, part), lines: pieces, orders: refund.settled ? 1 : 0 }], config.timeZone, -1),
  );
}

function saleOf(order: OrderRow, part: Part): Sale {
  return {
    partId: part._id,
    orderId: order._id,
    merchantId: part.merchantId,
    itemId: order.itemId,
    amountCents: part.amountCents,
  };
}

function soldBy(order: OrderRow, part: Part): Omit<SoldPart, "lines"> {
  return {
    merchantId: part.merchantId,
    buyerId: order.buyerId,
    paidAt: order.paidAt ?? order.createdAt,
    amountCents: part.amountCents,
  };
}
