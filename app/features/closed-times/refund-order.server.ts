import type { OrderPart } from "~/features/orders/order.server";
import { piecesLeft, sumOfBacks, type PartBack } from "~/features/refunds/allocate-refund.server";
import { orderDisputed } from "~/features/refunds/errors.server";
import { refundPieces } from "~/features/refunds/refund-order.server";
import type { Trx } from "~/platform/database/database.server";
import type { ClosedTimeRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { isUnpaid, type ListedOrder } from "./listed-order.server";
import { closedInWords, closerName } from "./mails.server";

/** Whether a part is neither handed over nor called off. */
export const isOpenPart = ({ statusText }: Pick<OrderPart, "statusText">): boolean =>
  statusText === "Processing" || statusText === "Shipped";

/** The time that an order has while its buyer may answer. */
export const timeMeant = (closing: ClosedTimeRow) =>
  closing.next === "move"
    ? { day: closing.toDay, startTime: closing.toStart }
    : { day: closing.day, startTime: closing.startTime };

/** An order with only those of its parts that can still be handled: they are open and still at that time. */
export const partsAt = (
  { day, startTime }: { day: string | null; startTime: string | null },
  { methodId }: Pick<ClosedTimeRow, "methodId">,
  order: ListedOrder,
): ListedOrder => ({
  ...order,
  parts: order.parts.filter(
    ({ part, way }) => isOpenPart(part) && way.methodId === methodId && way.day === day && way.startTime === startTime,
  ),
});

/** Everything left of parts whose time is closed. Prices and delivery fees are refunded, even of packed parts. */
const restsOf = ({ parts, lines }: ListedOrder): PartBack[] =>
  parts.map(({ part }) => ({
    part,
    pieces: piecesLeft(lines.filter(({ partId }) => partId === part._id)),
    restock: true,
    deliveryFee: true,
  }));

/** How many cents of an order would be refunded. */
export const centsBack = (order: ListedOrder): number => sumOfBacks(restsOf(order), order.lines);

/**
 * Refunds the price of parts whose time is closed. Parts to be paid at collection are called off. The order must be
 * locked, and the parts open. Returns the cents refunded to the buyer. Refuses `disputed`.
 */
export async function refundOrderAtTime(
  trx: Trx,
  services: Services,
  closing: ClosedTimeRow,
  listedOrder: ListedOrder,
): Promise<number> {
  const { order, lines } = listedOrder;
  if (order.disputedAt && !order.disputeEndedAt) throw orderDisputed();
  const { amountCents } = await refundPieces(trx, services, order, lines, restsOf(listedOrder), {
    reason: `${await closerName(trx, closing)} had to close on ${closedInWords(closing)}: ${closing.reason}`,
    settledAs: "Cancelled",
    partReason: closing.reason,
  });
  return isUnpaid(listedOrder) ? 0 : amountCents;
}
