import { storeNameOf } from "~/features/merchant-orders/mails.server";
import type { OrderPart } from "~/features/orders/order.server";
import type { LockedPart } from "~/features/orders/order-parts.server";
import { piecesLeft, sumOfBacks, type PartBack } from "~/features/refunds/allocate-refund.server";
import { orderDisputed } from "~/features/refunds/errors.server";
import { refundPieces } from "~/features/refunds/refund-order.server";
import type { Trx } from "~/platform/database/database.server";
import type { ClosedTimeRow, PartDeliveryRow } from "~/platform/database/tables";
import type { Services } from "~/platform/services.server";
import { closedInWords } from "./mails.server";

/** Whether a part is neither handed over nor called off. */
export const isOpenPart = ({ statusText }: Pick<OrderPart, "statusText">): boolean =>
  statusText === "Processing" || statusText === "Shipped";

/** The time at which an order is while its buyer may answer. */
export const timeMeant = (closing: ClosedTimeRow) =>
  closing.next === "move"
    ? { day: closing.toDay, startTime: closing.toStart }
    : { day: closing.day, startTime: closing.startTime };

/** Whether a part can still be dealt with: it is open, and nobody has moved it from that time. */
export const isStillAt = (
  { day, startTime }: { day: string | null; startTime: string | null },
  closing: Pick<ClosedTimeRow, "methodId">,
  part: Pick<OrderPart, "statusText">,
  way: PartDeliveryRow | undefined,
): way is PartDeliveryRow =>
  isOpenPart(part) && way?.methodId === closing.methodId && way.day === day && way.startTime === startTime;

/** All that is left of a part whose time is closed: its price goes back with that of its way, packed or not. */
const restOf = ({ part, lines }: LockedPart): PartBack => ({
  part,
  pieces: piecesLeft(lines),
  restock: true,
  deliveryFee: true,
});

/** How many cents would go back of a part. */
export const centsBack = (locked: LockedPart): number => sumOfBacks([restOf(locked)], locked.lines);

/**
 * Gives the price of a part back whose time is closed; one that is to be paid at collection is called off. The order must be
 * locked, and the part open. Answers the cents that go back to the buyer. Refuses `disputed`.
 */
export async function giveBackPart(
  trx: Trx,
  services: Services,
  closing: ClosedTimeRow,
  locked: LockedPart,
): Promise<number> {
  const { order, part, lines } = locked;
  if (order.disputedAt && !order.disputeEndedAt) throw orderDisputed();
  const storeName = await storeNameOf(trx, part.merchantId);
  const { amountCents } = await refundPieces(trx, services, order, lines, [restOf(locked)], {
    reason: `${storeName} had to close on ${closedInWords(closing)}: ${closing.reason}`,
    settledAs: "Cancelled",
    partReason: closing.reason,
  });
  return part.isUnpaid === 1 ? 0 : amountCents;
}
