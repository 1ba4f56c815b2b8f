import { toDollars } from "~/features/fields";
import { unknownOrder } from "~/features/orders/errors.server";
import { linesOf, lockOrder, partsOf } from "~/features/orders/order.server";
import { backOf } from "~/features/orders/delivery-fee";
import { vatOfRefund } from "~/features/accounting/vat";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { sumOfBacks, whatGoesBack } from "./allocate-refund.server";
import { refundSumsByPart } from "./bearing.server";
import { mayBeRefunded } from "./refund-order.server";
import type { AskedSums, OrderRefundSums } from "./schema";

/**
 * The sums of a refund, part by part, and who would bear them. Refuses what `refundOrder` would refuse; nothing is
 * written.
 */
export async function orderRefundSums(
  services: Services,
  orderId: string,
  request: AskedSums,
): Promise<OrderRefundSums> {
  return inTransaction(services.db, async (trx) => {
    const order = await lockOrder(trx, services.dialect, orderId);
    if (!order || !mayBeRefunded(order)) throw unknownOrder();
    const parts = await partsOf(trx, orderId);
    const lines = await linesOf(trx, orderId);
    const { chosen, backs } = whatGoesBack(parts, lines, request);
    return {
      amount: toDollars(sumOfBacks(backs, lines)),
      vat: toDollars(chosen.reduce((sum, piece) => sum + vatOfRefund(piece.line, piece.amountCents), 0)),
      refunded: toDollars(parts.reduce((sum, part) => sum + backOf(part), 0)),
      parts: (await refundSumsByPart(trx, services, order, lines, backs)).map(({ partId, sums }) => ({
        ...sums,
        partId,
      })),
    };
  });
}
