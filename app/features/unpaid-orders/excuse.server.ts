import { noteExcused } from "~/features/collection-payments/mark-payment.server";
import { lockPart } from "~/features/orders/order-parts.server";
import { timestamp } from "~/platform/clock";
import { inTransaction } from "~/platform/database/database.server";
import type { Services } from "~/platform/services.server";
import { notMissed } from "~/features/collection-payments/errors.server";

/**
 * Notes a merchant's word that a part which nobody came for is not to count against its buyer. A second call changes
 * nothing. Refuses `unknown_order`, `not_missed`.
 */
export async function excuseMissed(services: Services, merchantId: string, orderId: string): Promise<void> {
  await inTransaction(services.db, async (trx) => {
    const { part } = await lockPart(trx, services, orderId, { merchantId });
    if (!(await noteExcused(trx, part._id, timestamp(services.clock)))) throw notMissed();
  });
}
