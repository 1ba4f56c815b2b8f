import { toDollars } from "~/features/fields";
import { unknownOrder } from "~/features/orders/errors.server";
import { linesOf, lockOrder, partsOf } from "~/features/orders/order.server";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { priceOf, whatGoesBack } from "./allocate-refund.server";
import { refundSumsByPart } from "./bearing.server";
import type { AskedSums, OrderRefundSums } from "./schema";

/**
 * What giving back what is asked for would come to, part by part, and who would bear it. Refuses what `refundOrder`
 * would refuse; nothing is written.
 */
export async function orderRefundSums(services: Services, orderId: string, asked: AskedSums): Promise<OrderRefundSums> {
  return inTransaction(services.db, async (trx) => {
    const order = await lockOrder(trx, services.dialect, orderId);
    if (order?.status !== "paid" || !order.intentId) throw unknownOrder();
    const parts = await partsOf(trx, orderId);
    const lines = await linesOf(trx, orderId);
    const { chosen, backs } = whatGoesBack(parts, lines, asked);
    return {
      amount: toDollars(priceOf(chosen)),
      refunded: toDollars(parts.reduce((sum, part) => sum + part.refundedCents, 0)),
      parts: (await refundSumsByPart(trx, services, order, lines, backs)).map(({ partId, sums }) => ({
        ...sums,
        partId,
      })),
    };
  });
}
