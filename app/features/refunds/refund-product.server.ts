import { linesOf, lockOrder, partsOf } from "~/features/orders/order.server";
import type { Trx } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { allocateToParts, piecesLeft } from "./allocate-refund.server";
import { mailPartsRefunded } from "./mails.server";
import { mayBeRefunded, refundPieces } from "./refund-order.server";

/**
 * Refunds what is left of one product in an order, by the same rule as every other refund, and tells the merchant.
 * Returns the refund and its cents, or null if nothing of it is left or the order was never paid.
 */
export async function refundProduct(
  trx: Trx,
  services: Services,
  { orderId, productId, reason }: { orderId: string; productId: string; reason: string },
): Promise<{ refundId: string; amountCents: number } | null> {
  // The lock is held until the end: an operator or a merchant who refunds at this moment comes before or after.
  const order = await lockOrder(trx, services.dialect, orderId);
  if (!order || !mayBeRefunded(order)) return null;
  const lines = await linesOf(trx, orderId);
  const pieces = piecesLeft(lines).filter(({ line }) => line.productId === productId);
  const backs = allocateToParts(await partsOf(trx, orderId), pieces, false);
  if (backs.length === 0) return null;
  const result = await refundPieces(trx, services, order, lines, backs, { reason, settledAs: "Refunded" });
  await mailPartsRefunded(trx, services, order, result.parts, reason);
  // If no part was ever paid, the product is only taken out, and there is no refund.
  if (backs.every(({ part }) => part.isUnpaid === 1)) return null;
  return { refundId: result.refundId, amountCents: result.amountCents };
}
