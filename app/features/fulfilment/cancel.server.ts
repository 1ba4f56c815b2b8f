import { lockProducts, returnStock } from "~/features/orders/queries.server";
import { refund } from "~/features/payments/refund.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import { newId } from "~/platform/ids.server";
import type { Services } from "~/platform/services.server";
import { bookReturn } from "./book-sales.server";
import { alreadyDelivered } from "./errors.server";
import { mailCancelled } from "./mails.server";
import { merchantOrder } from "./orders.server";
import { completeIfSettled, lockPart } from "./part.server";
import type { MerchantOrderDetails } from "./schema";

/**
 * The merchant calls a part off before it has arrived: the buyer gets its price back and learns why, the goods are for
 * sale again, and the books forget the sale. Said again it changes nothing.
 */
export async function cancel(services: Services, merchantId: string, orderId: string, reason: string): Promise<MerchantOrderDetails> {
  const { clock, dialect } = services;
  await inTransaction(services.db, async (trx) => {
    const locked = await lockPart(trx, services, orderId, { merchantId });
    const { order, part, lines } = locked;
    if (part.statusText === "Cancelled" || part.statusText === "Refunded") return;
    if (part.statusText === "Delivered") throw alreadyDelivered();
    const at = timestamp(clock);
    await trx.updateTable("orderParts").set({ statusText: "Cancelled", cancelReason: reason, cancelledAt: at }).where("_id", "=", part._id).execute();
    await lockProducts(trx, dialect, lines.map((line) => line.productId));
    await returnStock(trx, lines);
    await bookReturn(trx, services, order, part, lines, at);
    await completeIfSettled(trx, [orderId]);
    const storeName = await mailCancelled(trx, services, locked, reason);
    if (order.intentId) {
      const refundId = newId(clock.now());
      await trx.insertInto("refunds").values({
        _id: refundId, orderId, intentId: order.intentId, amountCents: part.amountCents, partId: part._id, providerId: null, createdAt: at, doneAt: null,
        reason: `${storeName} could not send their part of your order: ${reason}`,
      }).execute();
      await refund.enqueue(trx, services, { refundId });
    }
    await dialect.announceChange(trx);
  });
  return merchantOrder(services, merchantId, orderId);
}
