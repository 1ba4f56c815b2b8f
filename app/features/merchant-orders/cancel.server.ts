import { logStep } from "~/features/orders/log-step.server";
import type { OrderLine, OrderPart } from "~/features/orders/order.server";
import { lockPart } from "~/features/orders/order-parts.server";
import { piecesLeft, sumOfBacks, type PartBack } from "~/features/refunds/allocate-refund.server";
import { givenBack } from "~/features/refunds/mails.server";
import { refundPieces } from "~/features/refunds/refund-order.server";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { alreadyDelivered } from "./errors.server";
import { mailCancelled, storeNameOf } from "./mails.server";
import { merchantOrder } from "./orders.server";
import type { MerchantOrderDetails } from "./schema";

/** How many cents the buyer of a merchant's part would get back if it were cancelled now. Refuses `unknown_order`. */
export function leftOfPart(services: Services, merchantId: string, orderId: string): Promise<number> {
  return inTransaction(services.db, async (trx) => {
    const { part, lines } = await lockPart(trx, services, orderId, { merchantId });
    return part.statusText === "Cancelled" || part.statusText === "Refunded"
      ? 0
      : sumOfBacks([restOf(part, lines)], lines);
  });
}

/** Refunds all that is left of a part that does not come, with its delivery fee, whether it was sent or not. */
const restOf = (part: OrderPart, lines: OrderLine[]): PartBack => ({
  part,
  pieces: piecesLeft(lines),
  restock: true,
  deliveryFee: true,
});

/**
 * Cancels a merchant's part before it has arrived. The buyer gets back what is left of its price and learns the reason,
 * the goods are for sale again, and the books no longer count the sale. A second call changes nothing.
 */
export async function cancel(
  services: Services,
  merchantId: string,
  orderId: string,
  reason: string,
): Promise<MerchantOrderDetails> {
  await inTransaction(services.db, async (trx) => {
    const locked = await lockPart(trx, services, orderId, { merchantId });
    const { order, part, lines } = locked;
    if (part.statusText === "Cancelled" || part.statusText === "Refunded") return;
    if (part.statusText === "Delivered") throw alreadyDelivered();
    const storeName = await storeNameOf(trx, merchantId);
    const refund = await refundPieces(trx, services, order, lines, [restOf(part, lines)], {
      reason: `${storeName} could not send their part of your order: ${reason}`,
      settledAs: "Cancelled",
      partReason: reason,
    });
    await mailCancelled(trx, services, { order, part, storeName, ...givenBack(refund) }, reason);
    logStep(trx, services, orderId, "cancelled");
  });
  return merchantOrder(services, merchantId, orderId);
}
